//! The default order of a page's elements: what a small model must not miss comes before what there is most of.
//!
//! An element gets the points of the first rule in [`rules::CLASSES`] that applies, moved a little by
//! [`adjustments::ADJUSTMENTS`]. Classes never mix; inside a class and at equal points the page's own order stands.

mod adjustments;
mod rules;
mod subject;
#[cfg(test)]
mod tests;
mod view;
mod vocabulary;

use sekme_plugin_sdk::{Context, Page, Ranker, Request, Score, export_ranker};

use crate::adjustments::{ADJUSTMENTS, REACH};
use crate::rules::{BEHIND_THE_DIALOG, CLASSES, REST};
use crate::subject::Subject;
use crate::view::View;

struct Rank;

impl Ranker for Rank {
    fn rank(_: &Context, page: &Page, request: &Request) -> Result<Vec<Score>, String> {
        let view = View::new(page, request);
        let scores = view.subjects.iter().map(|subject| {
            let (points, why) = score(&view, subject);
            Score { id: subject.element.id, points, why: why.to_owned() }
        });
        Ok(scores.filter(|score| score.points != 0).collect())
    }
}

fn score(view: &View<'_>, subject: &Subject<'_>) -> (i32, &'static str) {
    if (BEHIND_THE_DIALOG.applies)(view, subject) {
        return (BEHIND_THE_DIALOG.points, BEHIND_THE_DIALOG.why);
    }
    let class = CLASSES.iter().find(|class| (class.applies)(view, subject)).unwrap_or(&REST);
    let adjustments = ADJUSTMENTS.iter().filter(|adjustment| (adjustment.applies)(subject));
    let moved: i32 = adjustments.map(|adjustment| adjustment.points).sum();
    (class.points + moved.clamp(-REACH, REACH), class.why)
}

export_ranker!(Rank);
