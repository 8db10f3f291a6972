//! Ids as callers give them to `decode`: any whole numbers, also ones that are out of range.

pub fn signed(ids: &[u32]) -> Vec<i64> {
    ids.iter().map(|&id| id.into()).collect()
}
