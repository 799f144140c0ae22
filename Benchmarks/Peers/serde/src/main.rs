//! Reads a document of records into structs by serde_json, as often as each line of the input says,
//! and answers with the nanoseconds that it took.
//!
//! Arguments: the document, the number of records, and the UUID of the last one.

use serde::de::{Deserializer, Error, Visitor};
use serde::Deserialize;
use serde_derive::Deserialize;
use std::fmt;
use std::io::{BufRead, Write};
use std::time::Instant;

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Plan {
    Free,
    Basic,
    Team,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Address {
    street: String,
    city: String,
    zip: String,
    latitude: f64,
    longitude: f64,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Record {
    id: i64,
    uuid: Uuid,
    first: String,
    last: String,
    active: bool,
    price: f64,
    score: f64,
    joined: Moment,
    plan: Plan,
    tags: Vec<String>,
    address: Address,
    visits: i64,
    note: Option<String>,
}

/// The bytes of a UUID, read from 32 hexadecimal digits with hyphens.
#[derive(PartialEq)]
struct Uuid([u8; 16]);

impl Uuid {
    fn new(text: &[u8]) -> Option<Uuid> {
        if text.len() != 36 || [8, 13, 18, 23].iter().any(|&index| text[index] != b'-') {
            return None;
        }
        let mut bytes = [0; 16];
        let starts = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
        for (byte, start) in bytes.iter_mut().zip(starts) {
            *byte = hexadecimal(text[start])? << 4 | hexadecimal(text[start + 1])?;
        }
        Some(Uuid(bytes))
    }
}

fn hexadecimal(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// The seconds since 1970 of a date and time in UTC, such as `2026-11-29T09:12:00Z`.
struct Moment(i64);

impl Moment {
    fn new(text: &[u8]) -> Option<Moment> {
        if text.len() != 20 || text[19] != b'Z' {
            return None;
        }
        for (index, sign) in [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')] {
            if text[index] != sign {
                return None;
            }
        }
        let number = |start: usize, count: usize| {
            text[start..start + count].iter().try_fold(0, |value: i64, &digit| {
                digit.is_ascii_digit().then(|| value * 10 + i64::from(digit - b'0'))
            })
        };
        let (year, month, day) = (number(0, 4)?, number(5, 2)?, number(8, 2)?);
        let (hour, minute, second) = (number(11, 2)?, number(14, 2)?, number(17, 2)?);
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last_day = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        if day < 1 || day > last_day || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        // A year begins in March, so that the leap day is its last.
        let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
        let days = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400)
            + (month * 153 + 2) / 5 + day - 719_469;
        Some(Moment(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }
}

/// Reads a string without a copy of it.
struct Text<Value> {
    expected: &'static str,
    read: fn(&[u8]) -> Option<Value>,
}

impl<'de, Value> Visitor<'de> for Text<Value> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        (self.read)(text.as_bytes()).ok_or_else(|| E::custom(self.expected))
    }
}

impl<'de> Deserialize<'de> for Uuid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Uuid, D::Error> {
        deserializer.deserialize_str(Text { expected: "a UUID", read: Uuid::new })
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        deserializer.deserialize_str(Text { expected: "a date", read: Moment::new })
    }
}

fn records(data: &[u8]) -> Vec<Record> {
    serde_json::from_slice(data).expect("a document of records")
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let data = std::fs::read(&arguments[1]).expect("a file");
    let count: usize = arguments[2].parse().expect("a number");
    let is_same = records(&data).last().map_or(false, |record| {
        Some(&record.uuid) == Uuid::new(arguments[3].as_bytes()).as_ref() && record.joined.0 >= 1 << 30
    });
    println!("{}", if is_same { "ready" } else { "it reads something else" });
    for line in std::io::stdin().lock().lines() {
        let rounds: u64 = line.expect("a line").parse().expect("a number");
        let start = Instant::now();
        for _ in 0..rounds {
            assert_eq!(records(&data).len(), count);
        }
        println!("{}", start.elapsed().as_nanos());
        std::io::stdout().flush().expect("an output");
    }
}
