//! Writes each docstring of the stub `_core.pyi` to a file of its own, which the macro `doc!` includes: `help()` shows what editors show, and
//! the text stands once. In the stub, triple quotes are those of docstrings alone, so every second part between them is one. It also gives the
//! version as Python spells it: Cargo's `1.0.0-rc.1` is `1.0.0rc1`.

use std::path::Path;
use std::{env, fs};

const STUB: &str = "../../python/morfem/_core.pyi";
const PARAMETERS: &str = "\n\nParameters\n";

/// The word after `keyword`, if the line is such a definition.
fn defined<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(keyword)?;
    rest.split(['(', ':']).next()
}

fn main() {
    println!("cargo::rerun-if-changed={STUB}");
    println!("cargo::rustc-env=PYTHON_VERSION={}", env!("CARGO_PKG_VERSION").replace("-rc.", "rc"));
    let stub = fs::read_to_string(STUB).expect("the package is beside the crates");
    let (mut class, mut name) = ("", String::new());
    let mut docs: Vec<(String, String)> = Vec::new();
    let mut parts = stub.split("\"\"\"");
    while let (Some(code), Some(doc)) = (parts.next(), parts.next()) {
        for line in code.lines() {
            if let Some(found) = defined(line, "class ") {
                (class, name) = (found, found.to_owned());
            } else if let Some(found) = defined(line, "def ") {
                name = found.to_owned();
            } else if let Some(found) = defined(line, "    def ") {
                name = format!("{class}.{found}");
            }
        }
        let quotes = code.lines().last().unwrap_or_default();
        let margin = format!("\n{}", quotes.strip_suffix('r').unwrap_or(quotes));
        docs.push((name.clone(), doc.replace(&margin, "\n").trim_end().to_owned()));
    }
    let folder = env::var("OUT_DIR").expect("cargo sets it");
    for (name, doc) in docs.iter().filter(|(name, _)| !name.is_empty()) {
        // A class has the parameters of its `__new__` too.
        let new = docs.iter().find(|(other, _)| other.strip_suffix(".__new__") == Some(name)).map_or("", |(_, new)| new);
        let parameters = new.find(PARAMETERS).map_or("", |at| &new[at..]);
        fs::write(Path::new(&folder).join(name), format!("{doc}{parameters}")).expect("cargo's folder can be written");
    }
}
