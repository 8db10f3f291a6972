//! HTML for notebooks: the tokens of a text as coloured backgrounds, and how a word is built.
//!
//! The text stays one run of characters. A token is a background without padding, so letters of Arabic script keep their joined forms.
//! Colours are fixed dark letters on light backgrounds, which can be read on light and on dark pages. All text is escaped.

use std::fmt::Write;

use crate::Encoding;
use crate::result::analysis::{Explanation, WordAnalysis};

/// Backgrounds, taken in turn, so neighbouring tokens differ.
const COLOURS: [&str; 6] = ["#cfe0fb", "#fbe0b5", "#c9ecd6", "#f6cfdc", "#ded3f5", "#d5e9ec"];
/// A notebook becomes slow with more tokens than this.
const MOST_TOKENS: usize = 2000;

impl Encoding {
    /// The text with a background for each token; the title of a token shows its id, kind and gloss. A long text is cut after 2,000 tokens.
    pub fn html(&self) -> String {
        let mut owned: Vec<(usize, char, usize)> = Vec::new();
        for (token, surface) in self.surfaces.iter().enumerate().take(MOST_TOKENS) {
            let position = |index: usize| match &self.positions {
                Some(positions) => positions[token][index],
                None => self.offsets[token].0 + index,
            };
            owned.extend(surface.chars().enumerate().map(|(index, character)| (position(index), character, token)));
        }
        owned.sort_unstable();
        let mut html = String::from(r#"<div dir="auto" style="font-size:1.15em;line-height:2;white-space:pre-wrap">"#);
        for run in owned.chunk_by(|one, other| one.2 == other.2) {
            let token = run[0].2;
            let gloss = self.glosses[token].as_deref().map_or_else(String::new, |gloss| format!(", {gloss}"));
            let title = format!("{}, {}{gloss}, id {}", self.tokens[token], self.kinds[token].name(), self.ids[token]);
            part(&mut html, token, &title, &run.iter().map(|&(_, character, _)| character).collect::<String>());
        }
        let rest = self.len().saturating_sub(MOST_TOKENS);
        let more = if rest > 0 { format!("; the last {rest} are not shown") } else { String::new() };
        let _ = write!(
            html,
            r#"</div><div style="opacity:.7">{} {}{more}</div>"#,
            self.len(),
            if self.len() == 1 { "token" } else { "tokens" }
        );
        html
    }
}

impl WordAnalysis {
    /// The segments, each above its gloss.
    pub fn html(&self) -> String {
        let mut html = String::from(r#"<span style="display:inline-flex;gap:.3em">"#);
        let class = self.class.as_deref().unwrap_or("stem");
        let glosses = std::iter::once(class).chain(self.glosses.iter().map(String::as_str));
        for (index, (segment, gloss)) in self.segments.iter().zip(glosses).enumerate() {
            let _ = write!(
                html,
                r#"<span style="background:{};color:#000;border-radius:.3em;padding:.1em .5em;text-align:center">{}<br><small>{}</small></span>"#,
                COLOURS[index % COLOURS.len()],
                escaped(segment),
                escaped(gloss)
            );
        }
        html + "</span>"
    }
}

impl Explanation {
    /// The steps as a list, and the root.
    pub fn html(&self) -> String {
        let mut html = String::from("<ol>");
        for step in &self.steps {
            let _ = write!(html, "<li><bdi>{}</bdi> leaves <bdi>{}</bdi></li>", escaped(&step.token), escaped(&step.left));
        }
        let (name, end) = match &self.root {
            Some(root) => ("root", root),
            None => ("no root; what remains is", &self.residue),
        };
        let _ = write!(html, "</ol>{name} <bdi><b>{}</b></bdi>", escaped(end));
        html
    }
}

fn part(html: &mut String, token: usize, title: &str, text: &str) {
    let colour = COLOURS[token % COLOURS.len()];
    let (title, text) = (escaped(title), escaped(text));
    let _ = write!(html, r#"<span title="{title}" style="background:{colour};color:#000;border-radius:3px">{text}</span>"#);
}

/// `text` as the content of an element or of a quoted attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
