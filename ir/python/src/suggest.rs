//! Names that somebody may have meant.

/// Names that are compared; more would cost more than they help.
const MAX_CANDIDATES: usize = 2000;
/// Letters of a name that are looked at.
const MAX_LENGTH: usize = 40;

/// The candidate that differs least from `name`, if that is little: one letter in three, at most.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let allowed = (name.chars().count() / 3).min(3);
    if allowed == 0 || name.len() > MAX_LENGTH {
        return None;
    }
    candidates
        .into_iter()
        .take(MAX_CANDIDATES)
        .filter(|c| c.len() <= MAX_LENGTH && *c != name)
        .map(|c| (distance(name, c), c))
        .filter(|(d, _)| *d <= allowed)
        .min()
        .map(|(_, c)| c)
}

/// Letters to insert, remove or replace to make one text of the other; letters in different case
/// count as the same.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (y, slot) in b.iter().zip(row.iter_mut().skip(1)) {
            let above = *slot;
            let best = (diagonal + usize::from(x != *y))
                .min(above + 1)
                .min(left + 1);
            diagonal = above;
            left = best;
            *slot = best;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_if_it_is_near() {
        let names = ["load", "store", "zeros", "float32"];
        assert_eq!(nearest("laod", names), None);
        assert_eq!(nearest("lod", names), Some("load"));
        assert_eq!(nearest("stroe2", names), None);
        assert_eq!(nearest("Float32", names), Some("float32"));
        assert_eq!(nearest("flot32", names), Some("float32"));
        assert_eq!(nearest("x", names), None);
    }

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }
}
