//! Parts: which elements a view shows, within a budget of elements and characters.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use super::{Line, render_line};
use crate::snapshot::facts::ElementFacts;
use crate::snapshot::refs::Ref;

/// The elements of one part (from 1) of a ranked list. Parts follow one another without a gap: each takes as many
/// elements as fit `elements` and `characters`, and at least one.
pub fn part_of(ranked: &[&ElementFacts], part: usize, elements: usize, characters: usize) -> Range<usize> {
    let mut start = 0;
    for _ in 1..part.max(1) {
        start = end_of(ranked, start, elements, characters);
    }
    start..end_of(ranked, start, elements, characters)
}

fn end_of(ranked: &[&ElementFacts], start: usize, elements: usize, characters: usize) -> usize {
    let mut used = 0;
    let most = ranked.len().min(start.saturating_add(elements.max(1)));
    for (index, element) in ranked.iter().enumerate().take(most).skip(start) {
        // Every ref counts as four digits, so that parts do not depend on the numbers given out so far.
        used += render_line(&Line { reference: Ref(1_000), element }).chars().count() + 1;
        if used > characters && index > start {
            return index;
        }
    }
    most.max(start.min(ranked.len()))
}

/// Brings what belongs to one card together, in the order of the page, at the place of its best element. `order` holds
/// numbers of elements in the order of the page, best first.
pub fn with_cards_together<C: Eq + Hash>(order: &[usize], card: impl Fn(usize) -> Option<C>) -> Vec<usize> {
    let mut cards: HashMap<C, Vec<usize>> = HashMap::new();
    for id in order {
        if let Some(own) = card(*id) {
            cards.entry(own).or_default().push(*id);
        }
    }
    let mut together = Vec::with_capacity(order.len());
    for id in order {
        match card(*id) {
            None => together.push(*id),
            // Taken out with its first element.
            Some(own) => {
                let mut mates = cards.remove(&own).unwrap_or_default();
                mates.sort_unstable();
                together.extend(mates);
            }
        }
    }
    together
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_a_card_stands_together_in_the_order_of_the_page() {
        // Two cards, 1 to 3 and 4 to 5, between a search box and a footer.
        let card = |id| match id {
            1..=3 => Some('a'),
            4..=5 => Some('b'),
            _ => None,
        };
        assert_eq!(with_cards_together(&[0, 5, 3, 1, 6, 4, 2], card), [0, 4, 5, 1, 2, 3, 6]);
        assert_eq!(with_cards_together(&[0, 3, 5], card), [0, 3, 5]);
        assert!(with_cards_together(&[], card).is_empty());
    }

    fn elements(count: usize) -> Vec<ElementFacts> {
        let name = |index: usize| format!("Button {index} {}", "x".repeat(index % 50));
        (0..count)
            .map(|index| ElementFacts {
                role: "button".to_owned(),
                name: name(index),
                ..ElementFacts::default()
            })
            .collect()
    }

    #[test]
    fn parts_cover_everything_once_within_both_budgets() {
        let all = elements(300);
        let ranked: Vec<&ElementFacts> = all.iter().collect();
        for (most, characters) in [(40, 100_000), (500, 900), (40, 900), (1, 10)] {
            let mut next = 0;
            for part in 1.. {
                let range = part_of(&ranked, part, most, characters);
                assert_eq!(range.start, next);
                if range.is_empty() {
                    break;
                }
                assert!(range.len() <= most);
                let size: usize = range
                    .clone()
                    .map(|index| render_line(&Line { reference: Ref(1), element: ranked[index] }).len())
                    .sum();
                assert!(size <= characters || range.len() == 1, "{size} characters in part {part}");
                next = range.end;
            }
            assert_eq!(next, 300);
        }
    }

    #[test]
    fn a_part_after_the_last_is_empty() {
        let all = elements(3);
        let ranked: Vec<&ElementFacts> = all.iter().collect();
        assert!(part_of(&ranked, 9, 40, 1_000).is_empty());
        assert!(part_of(&[], 1, 40, 1_000).is_empty());
    }
}
