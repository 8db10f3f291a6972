//! Converts arguments. Errors name the argument, the value or type that was given, and what to give.
//!
//! A wrong type is a `TypeError`. A number out of range is a `MorfemError` that shows the number, not an `OverflowError`.

use std::path::PathBuf;

use morfem::result::RootList;
use numpy::{PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::sync::PyOnceLock;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::{PyByteArray, PyBytes, PyFloat, PyList, PyMapping, PyString};

use crate::encoding::Encoding;
use crate::error::{MorfemError, VocabularyError, raise};
use crate::surrogates;

/// What boundaries are.
const CODE_POINTS: &str = "a list of code points of the text";
/// Number of ids converted between two checks for an interrupt.
const LOOK: usize = 1 << 16;

/// Imports NumPy. Otherwise the first array would import it at a point where no exception can be raised, not even for Ctrl-C.
pub fn import_numpy(py: Python<'_>) -> PyResult<()> {
    static IMPORTED: PyOnceLock<()> = PyOnceLock::new();
    IMPORTED.get_or_try_init(py, || numpy::get_array_module(py).map(drop)).copied()
}

/// Functions that convert the arguments of these names.
macro_rules! arguments {
    ($($name:ident: $type:ty = $convert:expr;)*) => {
        $(pub fn $name(argument: &Bound<'_, PyAny>) -> PyResult<$type> {
            $convert(argument, stringify!($name))
        })*
    };
}

/// The same for arguments that may be None.
macro_rules! optional_arguments {
    ($($name:ident: $type:ty = $convert:expr;)*) => {
        $(pub fn $name(argument: &Bound<'_, PyAny>) -> PyResult<Option<$type>> {
            if argument.is_none() { Ok(None) } else { $convert(argument, stringify!($name)).map(Some) }
        })*
    };
}

arguments! {
    text: PyBackedStr = |text, name| string(text, name, "a str; for several texts use encode_batch");
    word: PyBackedStr = |word, name| string(word, name, "a str");
    token: PyBackedStr = |token, name| string(token, name, "a str");
    root: PyBackedStr = |root, name| string(root, name, "a str");
    texts: Vec<PyBackedStr> = strings;
    tokens: Vec<String> = owned_strings;
    tags: Vec<String> = owned_strings;
    special_tokens: Vec<String> = owned_strings;
    ids: Vec<i64> = ids_named;
    id: i64 = whole;
    n: usize = natural;
    reserved: usize = natural;
    seed: u64 = natural;
}

optional_arguments! {
    stop: Vec<String> = owned_strings;
    prompt: Vec<i64> = ids_named;
    boundaries: Vec<i64> = |boundaries, name| numbers(boundaries, name, CODE_POINTS);
    version: u32 = natural;
    memory: usize = natural;
    threads: usize = number_of_threads;
}

/// The argument `boundaries` of several texts.
pub fn all_boundaries(boundaries: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Vec<i64>>>> {
    if boundaries.is_none() {
        return Ok(None);
    }
    let items = boundaries.extract::<Vec<Bound<'_, PyAny>>>();
    let items = items.map_err(|_| wrong(boundaries, "boundaries", "a list with code points for each text"))?;
    items
        .iter()
        .enumerate()
        .map(|(text, items)| numbers(items, &format!("boundaries[{text}]"), CODE_POINTS))
        .collect::<PyResult<_>>()
        .map(Some)
}

/// The argument `batch`.
pub fn batch(batch: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<i64>>> {
    let items = if is_bytes(batch) { None } else { batch.extract::<Vec<Bound<'_, PyAny>>>().ok() };
    let items = items.ok_or_else(|| wrong(batch, "batch", "a list with ids for each text"))?;
    items.iter().enumerate().map(|(position, ids)| ids_named(ids, &format!("batch[{position}]"))).collect()
}

/// Refuses boundaries beside a sampled encoding.
pub fn no_boundaries(are_given: bool) -> PyResult<()> {
    match are_given {
        true => {
            Err(MorfemError::new_err("sample and boundaries are given; a sampled encoding has no boundaries, so leave one of them out"))
        }
        false => Ok(()),
    }
}

/// The argument `vocab_sizes`: the sizes of one vocabulary or several, called `vocab_size` where it is given.
pub fn vocab_sizes(sizes: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    sizes.try_iter()?.map(|size| natural(&size?, "vocab_size")).collect()
}

/// A whole number of 0 or more.
fn natural<'a, 'py, T: FromPyObject<'a, 'py, Error = PyErr>>(number: &'a Bound<'py, PyAny>, name: &str) -> PyResult<T> {
    let most = u64::MAX >> (64 - 8 * size_of::<T>());
    let not_in_range = || {
        let wanted = if number.lt(0).unwrap_or(true) { "0 or more".into() } else { format!("{most} or less") };
        MorfemError::new_err(format!("{name} is {number}; give a whole number of {wanted}"))
    };
    number.extract().map_err(|error: PyErr| not_whole(error, number, name, not_in_range))
}

/// The error for what is not a whole number, or not in range.
fn not_whole(error: PyErr, number: &Bound<'_, PyAny>, name: &str, not_in_range: impl FnOnce() -> PyErr) -> PyErr {
    match error {
        error if error.is_instance_of::<PyOverflowError>(number.py()) => not_in_range(),
        error if error.is_instance_of::<PyTypeError>(number.py()) => wrong(number, name, "a whole number"),
        // The object's own method for the conversion has failed.
        error => error,
    }
}

#[doc = doc!("checked_texts")]
#[pyfunction]
pub fn checked_texts(texts: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<PyBackedStr>> {
    strings(texts, name)
}

/// A list of str.
fn strings(list: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<PyBackedStr>> {
    const WANTED: &str = "a list of str";
    if is_bytes(list) || list.is_instance_of::<PyString>() {
        return Err(wrong(list, name, WANTED));
    }
    if let Some(error) = not_a_list(list, name) {
        return Err(error);
    }
    list.extract().or_else(|_| {
        let items = list.extract::<Vec<Bound<'_, PyAny>>>().map_err(|_| wrong(list, name, WANTED))?;
        items.iter().enumerate().map(|(position, item)| string(item, &format!("{name}[{position}]"), "a str")).collect()
    })
}

fn owned_strings(list: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<String>> {
    Ok(strings(list, name)?.iter().map(|text| text.to_string()).collect())
}

/// The argument `roots`: the path of a file, or a list whose items are a str or several, the cells of a row.
pub fn roots(roots: &Bound<'_, PyAny>) -> PyResult<RootList> {
    if let Ok(path) = roots.extract::<PathBuf>() {
        return roots.py().detach(|| RootList::read(&path)).map_err(raise);
    }
    let line = |(position, item): (usize, &Bound<'_, PyAny>)| -> PyResult<String> {
        let name = format!("roots[{position}]");
        match item.is_instance_of::<PyString>() {
            true => Ok(string(item, &name, "a str")?.to_string()),
            false => Ok(owned_strings(item, &name)?.join("\t")),
        }
    };
    let items = if is_bytes(roots) { None } else { roots.extract::<Vec<Bound<'_, PyAny>>>().ok() };
    let items = items.ok_or_else(|| wrong(roots, "roots", "the path of a file, or a list of roots"))?;
    Ok(RootList { place: "roots".into(), lines: items.iter().enumerate().map(line).collect::<PyResult<_>>()? })
}

/// The error for what is a collection of texts, but whose items are not its texts: a mapping has keys, a data frame the names of its
/// columns, and an array of Arrow objects that are not str.
fn not_a_list(list: &Bound<'_, PyAny>, name: &str) -> Option<PyErr> {
    if list.is_instance_of::<PyList>() {
        return None;
    }
    let columns = ["column_names", "columns"].iter().find_map(|columns| list.getattr(*columns).ok());
    let kind = list.get_type().name().map_or_else(|_| "an object".into(), |kind| kind.to_string());
    if let Some(columns) = columns {
        let columns: Vec<String> = columns.try_iter().into_iter().flatten().take(8).flatten().map(|column| repr(&column)).collect();
        let first = columns.first().map_or("'text'", |column| column);
        let there = columns.join(", ");
        return Some(PyTypeError::new_err(format!(
            "{name} is of type {kind}, a table with the columns {there}; give the texts of one of them, such as {name}[{first}]"
        )));
    }
    if list.cast::<PyMapping>().is_ok() {
        return Some(PyTypeError::new_err(format!(
            "{name} is of type {kind}, a mapping; give a list of str, such as one of its values or list({name}.values())"
        )));
    }
    list.getattr("to_pylist").ok()?;
    Some(PyTypeError::new_err(format!(
        "{name} is of type {kind} of Arrow; encode it with morfem.integrations.arrow.encode_column, or give {name}.to_pylist()"
    )))
}

fn repr(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "?".into(), |repr| repr.to_string())
}

/// Ids from an `Encoding`, a NumPy array, or any iterable of integers.
fn ids_named(ids: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<i64>> {
    if let Ok(encoding) = ids.cast::<Encoding>() {
        return Ok(encoding.get().0.ids().iter().map(|&id| id.into()).collect());
    }
    numbers(ids, name, "a list or one-dimensional array of ids, or an Encoding")
}

/// Integers from a NumPy array, or any iterable.
fn numbers(ids: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyResult<Vec<i64>> {
    let list = ids.cast::<PyList>();
    if list.is_err() {
        import_numpy(ids.py())?;
        if let Ok(array) = ids.cast::<PyUntypedArray>() {
            // The numbers below a mask are arbitrary.
            if !array.is_exact_instance_of::<PyUntypedArray>() && array.hasattr("mask")? {
                let fix = "give an array without a mask, such as its compressed()";
                return Err(PyTypeError::new_err(format!("{name} is a masked array; {fix}")));
            }
            if let Some(numbers) = of_array(array)? {
                return Ok(numbers);
            }
        }
    }
    let number = |(position, id): (usize, Bound<'_, PyAny>)| id.extract().or_else(|_| whole(&id, &format!("{name}[{position}]")));
    if let Ok(list) = list {
        // Without a GIL, other threads wait here before they change the list: `plain_number` borrows its items.
        return with_critical_section(list, || {
            let mut numbers = Vec::with_capacity(list.len());
            for position in 0..list.len() {
                if position % LOOK == 0 {
                    list.py().check_signals()?;
                }
                numbers.push(match plain_number(list, position) {
                    Some(number) => number,
                    None => number((position, list.get_item(position)?))?,
                });
            }
            Ok(numbers)
        });
    }
    let is_array = ids.cast::<PyUntypedArray>().is_ok_and(|array| array.ndim() != 1);
    let items = if is_bytes(ids) || is_array || ids.is_instance_of::<PyString>() { None } else { ids.try_iter().ok() };
    let items = items.ok_or_else(|| wrong(ids, name, wanted))?;
    let each = |(position, id): (usize, PyResult<Bound<'_, PyAny>>)| {
        if position % LOOK == 0 {
            ids.py().check_signals()?;
        }
        number((position, id?))
    };
    items.enumerate().map(each).collect()
}

/// The integers of a one-dimensional array; None for an array of another kind, or of numbers that 64 bits with a sign may not hold.
///
/// A slice of Rust is aligned, its numbers follow each other, and their bytes are in the order of the processor. An array may lie in
/// any other way, such as one field of records, and is then copied by NumPy.
fn of_array(array: &Bound<'_, PyUntypedArray>) -> PyResult<Option<Vec<i64>>> {
    if let Ok(plain) = array.extract::<PyReadonlyArray1<'_, u32>>()
        && let Ok(ids) = plain.as_slice()
    {
        return Ok(Some(ids.iter().map(|&id| id.into()).collect()));
    }
    let of = array.dtype();
    if array.ndim() != 1 || !(of.kind() == b'i' || of.kind() == b'u' && of.itemsize() < size_of::<u64>()) {
        return Ok(None);
    }
    let copy = array.call_method1("astype", (dtype::<i64>(array.py()),))?;
    Ok(Some(copy.cast_into::<PyArray1<i64>>()?.to_vec()?))
}

/// The number at a place of a list if it is a plain `int` of 64 bits, but for -1, which also stands for an error. Of a borrowed item no
/// reference is counted, so no memory is written: `decode_batch` takes a seventh to a fifth less time
/// (docs/design/core.md, section "Decoding").
#[inline(always)]
fn plain_number(list: &Bound<'_, PyList>, position: usize) -> Option<i64> {
    // SAFETY: `list` is a list, and its thread holds the interpreter, or without a GIL the lock of the list. The item is borrowed from the
    // list, which cannot change before the number has been read: reading an object whose type is `int` itself runs no Python code.
    let number = unsafe {
        let item = ffi::PyList_GetItem(list.as_ptr(), position as ffi::Py_ssize_t);
        if item.is_null() || ffi::PyLong_CheckExact(item) == 0 { -1 } else { ffi::PyLong_AsLongLong(item) }
    };
    if number != -1 {
        return Some(number);
    }
    // The caller finds the same error, and says more about it.
    drop(PyErr::take(list.py()));
    None
}

/// A whole number, such as an id. A number beyond 64 bits is out of range.
fn whole(number: &Bound<'_, PyAny>, name: &str) -> PyResult<i64> {
    number.extract().map_err(|error: PyErr| {
        not_whole(error, number, name, || VocabularyError::new_err(format!("{name} is {number}, which is out of range")))
    })
}

/// A str. Halves of a surrogate pair beside each other are joined; half of a pair alone is an error.
fn string(string: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyResult<PyBackedStr> {
    match (string.extract(), string.cast::<PyString>()) {
        (Err(_), Ok(string)) => surrogates::joined(string, name),
        (Err(_), Err(_)) if is_missing(string) => {
            Err(PyTypeError::new_err(format!("{name} is {string}, a missing value; give {wanted}, such as '', or leave it out")))
        }
        (Err(_), Err(_)) => Err(wrong(string, name, wanted)),
        (found, _) => found,
    }
}

fn is_bytes(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>()
}

/// The error for an argument of a wrong type.
fn wrong(object: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyErr {
    let came = match object.cast::<PyUntypedArray>() {
        _ if object.is_none() => "None".into(),
        Ok(array) => format!("a {}-dimensional array", array.ndim()),
        Err(_) => object.get_type().name().map_or_else(|_| "an object".into(), |name| format!("of type {name}")),
    };
    PyTypeError::new_err(format!("{name} is {came}; give {wanted}"))
}

/// Whether an object is what pandas and Polars have for a missing value in a column of texts, but for None.
fn is_missing(object: &Bound<'_, PyAny>) -> bool {
    let is_nan = object.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    is_nan || object.get_type().name().is_ok_and(|name| name == "NAType" || name == "NaTType")
}

/// A number of threads. The core checks its range.
fn number_of_threads(number: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
    number.extract().map_err(|error: PyErr| match error.is_instance_of::<PyOverflowError>(number.py()) {
        true => MorfemError::new_err(format!("{name} is {number}; give 1 or more, or None for one per processor")),
        false => wrong(number, name, "a whole number, or None"),
    })
}
