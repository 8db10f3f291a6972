//! Tests of `src/options.rs` that see what is private there.

use super::*;
use serde_json::json;

named! {
    /// A side.
    pub enum Side {
        /// On the left.
        Left = "left",
        /// On the right.
        Right = "right",
    }
}

options! {
    /// Options of a test.
    pub struct Example {
        /// How many,
        /// at most.
        count: usize = 8; least 1,
        /// How much.
        weight: f64 = 0.5,
        /// Which part.
        share: f64 = 0.1; from 0.0 to 1.0,
        /// Where.
        side: Side = Side::Left,
        /// Ids, if that is decided.
        ids: Option<usize> = None; least 2,
    }
}

fn given(options: Value) -> Result<Example> {
    read(&Example::default(), options.as_object().expect("an object"))
}

#[test]
fn options_that_are_not_given_have_their_defaults() {
    assert_eq!(given(json!({})).unwrap(), Example::default());
    assert_eq!(Side::named("left"), Some(Side::Left));
    assert_eq!(given(json!({"side": "right", "ids": 5})).unwrap(), Example { side: Side::Right, ids: Some(5), ..Example::default() });
    assert_eq!(Value::from(written(&Example::default())), json!({"count": 8, "weight": 0.5, "share": 0.1, "side": "left", "ids": null}));
}

#[test]
fn a_refusal_names_the_option_and_what_it_may_be() {
    for (options, said) in [
        (json!({"count": 0}), "count is 0; give a whole number of 1 or more"),
        (json!({"count": 1.5}), "count is 1.5; give a whole number of 1 or more"),
        (json!({"count": null}), "count is null; give a whole number of 1 or more"),
        (json!({"ids": 1}), "ids is 1; give a whole number of 2 or more"),
        (json!({"weight": "much"}), "weight is \"much\"; give a number"),
        (json!({"share": -0.1}), "share is -0.1; give a number from 0 to 1"),
        (json!({"share": 2}), "share is 2; give a number from 0 to 1"),
        (json!({"side": "up"}), "side \"up\" is not known; choose left or right"),
        (json!({"size": 3}), "there is no option \"size\"; choose count, weight, share, side or ids"),
    ] {
        assert_eq!(given(options).unwrap_err().to_string(), said);
    }
}

#[test]
fn only_a_changed_option_is_refused_for_having_no_effect() {
    let refused = |options: Value| {
        let defaults = Example::default();
        refuse_unused(&given(options).unwrap(), &defaults, &["weight", "side"], "without a count", "give count")
    };
    assert!(refused(json!({"weight": 0.5, "side": "left", "ids": 3})).is_ok());
    let said = refused(json!({"side": "right"})).unwrap_err().to_string();
    assert_eq!(said, "side is \"right\", but has no effect without a count; give count, or leave side out");
}

#[test]
fn the_schema_has_the_help_texts_of_the_struct() {
    assert_eq!(Example::fields()[0].help, "How many, at most.");
    assert_eq!(serde_json::to_value(&Example::fields()[4]).unwrap()["type"], "whole");
}
