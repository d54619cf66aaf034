//! Large texts that are malformed near their beginning.

use super::{Case, Input, classes};

const SIZE: usize = 32 << 20;

/// What stands before the bad byte, about: it takes the place of a character.
const POSITIONS: [usize; 6] = [0, 1, 40, 100, 500, 1000];

pub(super) fn early() -> Vec<Case> {
    let named = ["latin", "russian", "chinese", "german"];
    let of_class = |name: &'static str| classes().filter(move |class| class.name == name);
    let at_positions = |class: &'static super::Class| {
        POSITIONS.into_iter().map(move |position| {
            Case::new(format!("32M of {}", class.name), format!("at {position}"), move || {
                Input::text(with_error(class.text(SIZE), position))
            })
        })
    };
    named.into_iter().flat_map(of_class).flat_map(at_positions).collect()
}

/// In place of the character there, or of its first byte.
fn with_error(text: String, position: usize) -> Vec<u8> {
    let at = text.floor_char_boundary(position);
    let mut bytes = text.into_bytes();
    bytes[at] = 0xFF;
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_where_they_are_said_to_be() {
        for class in classes() {
            for position in POSITIONS {
                let bytes = with_error(class.text(2000), position);
                let error = std::str::from_utf8(&bytes).expect_err("it is malformed");
                let place = position.saturating_sub(3)..=position;
                assert!(place.contains(&error.valid_up_to()), "{} {position}", class.name);
            }
        }
    }
}
