//! Options of trainers, each defined once.
//!
//! The macro [`options!`] takes the fields of a struct with their help texts, defaults and bounds. It gives the struct, its
//! `Default`, and the schema from which everything else follows: the reading of options by name, the record of a trained tokenizer, the
//! signatures and docstrings of Python, and the options of the command line. The macro [`named!`] gives the values of an enum names.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Error, Result};

/// What an option may be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Form {
    /// A whole number, `least` or more.
    Whole { least: u64 },
    /// A number from `least` to `most`; where neither is given, any finite one.
    Number {
        #[serde(skip_serializing_if = "Option::is_none")]
        least: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        most: Option<f64>,
    },
    /// One of some names.
    Choice { names: Vec<&'static str> },
}

/// An option: its name, what it may be, whether it may be left undecided (null), and its help text.
#[derive(Clone, Debug, Serialize)]
pub struct Field {
    pub name: &'static str,
    #[serde(flatten)]
    pub form: Form,
    pub is_optional: bool,
    pub help: &'static str,
}

/// A type of options.
pub trait OptionValue {
    const IS_OPTIONAL: bool = false;
    fn form() -> Form;
}

impl OptionValue for usize {
    fn form() -> Form {
        Form::Whole { least: 0 }
    }
}

impl OptionValue for f64 {
    fn form() -> Form {
        Form::Number { least: None, most: None }
    }
}

impl<T: OptionValue> OptionValue for Option<T> {
    const IS_OPTIONAL: bool = true;
    fn form() -> Form {
        T::form()
    }
}

/// A struct that [`options!`] has made.
pub trait Options: Serialize + DeserializeOwned + Default + Clone + Send + Sync {
    fn fields() -> Vec<Field>;
}

impl Form {
    /// This form with another least value.
    pub fn at_least(self, least: u64) -> Form {
        match self {
            Form::Whole { .. } => Form::Whole { least },
            other => other,
        }
    }

    /// This form with bounds for numbers.
    pub fn from_to(self, least: f64, most: f64) -> Form {
        match self {
            Form::Number { .. } => Form::Number { least: Some(least), most: Some(most) },
            other => other,
        }
    }

    fn has(&self, value: &Value) -> bool {
        match self {
            Form::Whole { least } => value.as_u64().is_some_and(|number| number >= *least),
            Form::Number { least, most } => {
                value.as_f64().is_some_and(|number| least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most))
            }
            Form::Choice { names } => value.as_str().is_some_and(|name| names.contains(&name)),
        }
    }
}

impl Field {
    /// Refuses a value that the option cannot have.
    fn check(&self, value: &Value) -> Result<()> {
        if self.form.has(value) || (self.is_optional && value.is_null()) {
            return Ok(());
        }
        let name = self.name;
        Err(Error::Argument(match &self.form {
            Form::Whole { least } => format!("{name} is {value}; give a whole number of {least} or more"),
            Form::Number { least: Some(least), most: Some(most) } => format!("{name} is {value}; give a number from {least} to {most}"),
            Form::Number { .. } => format!("{name} is {value}; give a number"),
            Form::Choice { names } => format!("{name} {value} is not known; choose {}", listed(names)),
        }))
    }
}

/// Names as a sentence has them: "a, b or c".
fn listed(names: &[&str]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// The options that are given by name; the others are those of `defaults`.
///
/// # Errors
/// [`Error::Argument`] for an unknown name, or a value that the option cannot have.
pub fn read<O: Options>(defaults: &O, given: &Map<String, Value>) -> Result<O> {
    let fields = O::fields();
    let mut all = written(defaults);
    for (name, value) in given {
        let Some(field) = fields.iter().find(|field| field.name == name) else {
            let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
            return Err(Error::Argument(format!("there is no option {name:?}; choose {}", listed(&names))));
        };
        field.check(value)?;
        all.insert(name.clone(), value.clone());
    }
    serde_json::from_value(all.into()).map_err(|error| Error::Argument(format!("options: {error}")))
}

/// Options with their names, as a record has them.
pub fn written(options: &impl Options) -> Map<String, Value> {
    match serde_json::to_value(options) {
        Ok(Value::Object(options)) => options,
        _ => unreachable!("options are numbers and names"),
    }
}

/// Refuses an option that has no effect in this training but differs from its default. `when` says what the effect would need, `fix` how to
/// give it that.
///
/// # Errors
/// [`Error::Argument`] with the first such option of `names`.
pub fn refuse_unused<O: Options>(options: &O, defaults: &O, names: &[&str], when: &str, fix: &str) -> Result<()> {
    let (options, defaults) = (written(options), written(defaults));
    match names.iter().find(|&&name| options[name] != defaults[name]) {
        Some(&name) => Err(Error::Argument(format!("{name} is {}, but has no effect {when}; {fix}, or leave {name} out", options[name]))),
        None => Ok(()),
    }
}

/// Makes a struct of options: each with a help text, a type, a default, for whole numbers a least value, and for other numbers bounds.
macro_rules! options {
    (
        $(#[$about:meta])*
        pub struct $Options:ident {
            $( $(#[doc = $help:literal])+ $name:ident: $type:ty = $default:expr $(; least $least:literal)? $(; from $from:literal to $to:literal)?, )*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $Options {
            $( $(#[doc = $help])+ pub $name: $type, )*
        }

        impl Default for $Options {
            fn default() -> Self {
                $Options { $( $name: $default, )* }
            }
        }

        impl $crate::options::Options for $Options {
            fn fields() -> Vec<$crate::options::Field> {
                vec![$( $crate::options::Field {
                    name: stringify!($name),
                    form: <$type as $crate::options::OptionValue>::form()$(.at_least($least))?$(.from_to($from, $to))?,
                    is_optional: <$type as $crate::options::OptionValue>::IS_OPTIONAL,
                    help: concat!($($help),+).trim_start(),
                } ),*]
            }
        }
    };
}
pub(crate) use options;

/// An enum whose values have names: in files, options, and Python.
macro_rules! named {
    ($(#[$about:meta])* pub enum $Enum:ident { $( $(#[$help:meta])+ $Variant:ident = $name:literal, )+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $Enum { $( $(#[$help])+ #[serde(rename = $name)] $Variant, )+ }

        impl $Enum {
            /// Every value, in the order of the enumeration.
            pub const ALL: [$Enum; [$($name),+].len()] = [$($Enum::$Variant),+];

            /// The name of the value.
            pub fn name(self) -> &'static str {
                match self { $($Enum::$Variant => $name),+ }
            }

            /// The value with a name.
            pub fn named(name: &str) -> Option<Self> {
                match name { $($name => Some($Enum::$Variant),)+ _ => None }
            }
        }

        impl $crate::options::OptionValue for $Enum {
            fn form() -> $crate::options::Form {
                $crate::options::Form::Choice { names: Self::ALL.map(Self::name).to_vec() }
            }
        }
    };
}
pub(crate) use named;

#[cfg(test)]
#[path = "../tests/inside/options.rs"]
mod tests;
