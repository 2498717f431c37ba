//! Texts of a caller's as error messages repeat them: as long as one can read.

/// The text in quotation marks, cut after 40 characters.
pub(crate) fn quoted(text: &str) -> String {
    let end = end(text, 40);
    format!("{:?}{}", &text[..end], omission(text, end))
}

/// The text, cut after so many characters.
pub(crate) fn cut(text: &str, longest: usize) -> String {
    let end = end(text, longest);
    format!("{}{}", &text[..end], omission(text, end))
}

fn end(text: &str, longest: usize) -> usize {
    text.char_indices().nth(longest).map_or(text.len(), |(at, _)| at)
}

fn omission(text: &str, end: usize) -> String {
    if end < text.len() { format!("... ({} bytes)", text.len()) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(quoted("a\nb"), "\"a\\nb\"");
        assert_eq!(cut("a\nb", 3), "a\nb");
        assert_eq!(quoted(&"é".repeat(40)), format!("\"{}\"", "é".repeat(40)));
        assert_eq!(quoted(&"é".repeat(41)), format!("\"{}\"... (82 bytes)", "é".repeat(40)));
        assert_eq!(cut("éé", 1), "é... (4 bytes)");
    }
}
