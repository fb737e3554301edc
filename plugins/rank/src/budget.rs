//! Which elements of each class stand in the view, so that no class fills it alone.

/// What one class may take of a view.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    /// Places it takes each time its turn comes.
    pub(crate) turn: usize,
    /// Places after which it waits until every other class has had its own.
    pub(crate) most: usize,
}

/// How many elements of each class stand in a view of `want` places, given how many there are. Classes take turns;
/// what is left over goes to them in their order.
pub(crate) fn places(counts: &[usize], shares: &[Share], want: usize) -> Vec<usize> {
    let mut given = vec![0; counts.len()];
    let mut left = want;
    loop {
        let before = left;
        for (class, share) in shares.iter().enumerate() {
            let open = counts[class].min(share.most).saturating_sub(given[class]);
            let turn = share.turn.min(open).min(left);
            given[class] += turn;
            left -= turn;
        }
        if left == before {
            break;
        }
    }
    for (class, count) in counts.iter().enumerate() {
        let rest = (count - given[class]).min(left);
        given[class] += rest;
        left -= rest;
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARES: &[Share] =
        &[Share { turn: 1, most: 2 }, Share { turn: 2, most: 10 }, Share { turn: 1, most: usize::MAX }];

    #[test]
    fn classes_take_turns() {
        assert_eq!(places(&[9, 9, 9], SHARES, 8), [2, 4, 2]);
    }

    #[test]
    fn what_is_left_over_goes_to_the_first_that_can_use_it() {
        assert_eq!(places(&[9, 1, 1], SHARES, 8), [6, 1, 1]);
    }

    #[test]
    fn a_page_that_fits_is_shown_whole() {
        assert_eq!(places(&[3, 4, 5], SHARES, 40), [3, 4, 5]);
        assert_eq!(places(&[], &[], 40), [0; 0]);
    }
}
