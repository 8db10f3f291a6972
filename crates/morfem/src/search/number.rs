//! Numbers and dates in one spelling: 1.250,50 and 1,250.50 are 1250.50, and 12.05.2023 is 2023-05-12.
//!
//! A sign between digits is the decimal one or stands between thousands. Of two different signs the last one is decimal. One sign is between
//! thousands if there are three digits between each two and behind the last, and if it occurs twice or the language uses it so. Anything
//! else, such as a time or a version, stays as it is.

const DIGITS_OF_YEAR: usize = 4;

/// The terms of a number: the number, or a date and its year.
pub fn terms(text: &str, thousands: &[char]) -> Vec<String> {
    match date(text) {
        Some((date, year)) => vec![date, year.to_owned()],
        None => vec![plain(text, thousands).unwrap_or_else(|| text.to_owned())],
    }
}

/// Whether the signs `/` and `-` between digits at the beginning of a text make a date: its length.
pub fn date_length(text: &str) -> Option<usize> {
    let length = text.bytes().take("2023-05-12".len() + 1).take_while(|&byte| byte.is_ascii_digit() || matches!(byte, b'/' | b'-')).count();
    date(&text[..length]).map(|_| length)
}

/// A date by year, month and day, and the year. The year has four digits and stands first or last; if last, the day stands first.
fn date(text: &str) -> Option<(String, &str)> {
    let sign = text.chars().find(|letter| matches!(letter, '.' | '/' | '-'))?;
    let parts: Vec<&str> = text.split(sign).collect();
    let &[first, month, last] = &parts[..] else { return None };
    let (year, day) = if first.len() == DIGITS_OF_YEAR { (first, last) } else { (last, first) };
    let number = |part: &str, most: u32| part.parse().ok().filter(|&number: &u32| part.len() <= 2 && (1..=most).contains(&number));
    let is_year = year.len() == DIGITS_OF_YEAR && year.bytes().all(|byte| byte.is_ascii_digit());
    let (month, day) = (number(month, 12)?, number(day, 31)?);
    is_year.then(|| (format!("{year}-{month:02}-{day:02}"), year))
}

fn plain(text: &str, thousands: &[char]) -> Option<String> {
    let signs: Vec<(usize, char)> = text.char_indices().filter(|(_, letter)| !letter.is_ascii_digit()).collect();
    let &(last_at, last) = signs.last()?;
    if signs.iter().any(|(_, sign)| !matches!(sign, '.' | ',')) {
        return None;
    }
    let (whole, fraction) = match &signs[..] {
        [_] if !(thousands.contains(&last) && is_grouped(text, last)) => (text[..last_at].to_owned(), &text[last_at + 1..]),
        [(_, first), ..] if *first == last => (is_grouped(text, last).then(|| text.replace(last, ""))?, ""),
        [(_, first), ..] => {
            let whole = &text[..last_at];
            (is_grouped(whole, *first).then(|| whole.replace(*first, ""))?, &text[last_at + 1..])
        }
        [] => return None,
    };
    Some(if fraction.is_empty() { whole } else { format!("{whole}.{fraction}") })
}

/// Whether three digits stand behind each sign, and one to three before the first.
fn is_grouped(text: &str, sign: char) -> bool {
    let mut groups = text.split(sign);
    let is_first =
        |group: &str| (1..=3).contains(&group.len()) && !group.starts_with('0') && group.bytes().all(|byte| byte.is_ascii_digit());
    let is_other = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    groups.next().is_some_and(is_first) && groups.all(is_other)
}

#[cfg(test)]
#[path = "../../tests/inside/search_number.rs"]
mod tests;
