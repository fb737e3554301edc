//! The default order of a page's elements: what a small model must not miss comes before what there is most of.
//!
//! An element gets the points of the first rule in [`rules::CLASSES`] that applies, moved a little by
//! [`adjustments::ADJUSTMENTS`]. Classes never mix; inside a class and at equal points the page's own order stands.
//! Of each class, only as many as [`budget::places`] gives it stand in the view; the others come after it.

mod adjustments;
mod budget;
mod marks;
mod rules;
mod subject;
#[cfg(test)]
mod tests;
mod view;
mod vocabulary;

use sekme_plugin_sdk::{Context, Page, Ranker, Request, Score, export};

use crate::adjustments::{ADJUSTMENTS, REACH};
use crate::budget::{Share, places};
use crate::rules::{BEHIND_THE_DIALOG, CLASSES, MORE, Rule};
use crate::subject::Subject;
use crate::view::View;

/// Elements whose reason names the adjustments too; a longer answer would be mostly words.
const EXPLAINED: usize = 100;

struct Rank;

/// One element on its way to a place.
#[derive(Debug, Clone, Copy)]
struct Placed {
    index: usize,
    /// Index into [`CLASSES`].
    class: usize,
    /// Sum of the adjustments.
    moved: i32,
}

impl Ranker for Rank {
    fn rank(_: &Context, page: &Page, request: &Request) -> Result<Vec<Score>, String> {
        let view = View::new(page, request);
        let mut scores = Vec::with_capacity(view.subjects.len());
        let mut placed = Vec::with_capacity(view.subjects.len());
        for (index, subject) in view.subjects.iter().enumerate() {
            if (BEHIND_THE_DIALOG.applies)(&view, subject) {
                let Rule { points, why, .. } = BEHIND_THE_DIALOG;
                scores.push(Score { id: subject.element.id, points, why: why.to_owned() });
            } else {
                placed.push(Placed { index, class: class_of(&view, subject), moved: moved(subject) });
            }
        }
        placed.sort_by_key(|one| (one.class, -one.moved));
        let mut counts = vec![0; CLASSES.len()];
        for one in &placed {
            counts[one.class] += 1;
        }
        let shares: Vec<Share> = CLASSES.iter().map(|class| class.share).collect();
        let mut open = places(&counts, &shares, usize::try_from(request.want).unwrap_or(usize::MAX));
        for (position, one) in placed.iter().enumerate() {
            let subject = &view.subjects[one.index];
            let class = &CLASSES[one.class];
            let is_in_view = open[one.class] > 0;
            open[one.class] = open[one.class].saturating_sub(1);
            let base = if is_in_view || class.points < MORE { class.points } else { MORE };
            let points = base + one.moved;
            let why = why(class, subject, is_in_view, position < EXPLAINED);
            scores.push(Score { id: subject.element.id, points, why });
        }
        Ok(scores)
    }
}

fn class_of(view: &View<'_>, subject: &Subject<'_>) -> usize {
    CLASSES.iter().position(|class| (class.applies)(view, subject)).unwrap_or(CLASSES.len() - 1)
}

fn moved(subject: &Subject<'_>) -> i32 {
    let adjustments = ADJUSTMENTS.iter().filter(|adjustment| (adjustment.applies)(subject));
    let moved: i32 = adjustments.map(|adjustment| adjustment.points).sum();
    (moved - subject.standing.late()).clamp(-REACH, REACH)
}

/// `sort or filter, covered`: the class and what lowers the element in it.
fn why(class: &Rule, subject: &Subject<'_>, is_in_view: bool, in_full: bool) -> String {
    let mut why = class.why.to_owned();
    if in_full {
        let lowering = ADJUSTMENTS.iter().filter(|adjustment| (adjustment.applies)(subject));
        for word in lowering.filter_map(|adjustment| adjustment.why) {
            why.push_str(", ");
            why.push_str(word);
        }
    }
    if !is_in_view && class.points > MORE {
        why.push_str(", after the first of them");
    }
    why
}

export!(Rank: Ranker);
