//! `ranker`: points are clamped per plugin and summed; numbers that are not on the page are dropped.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use url::Url;

use super::super::author::Arguments;
use super::super::bindings::ranker::{self, Request, Score};
use super::super::convert::{PageViews, context};
use super::super::hook::{Budget, Definition, HookKind};
use super::super::text::plain;
use super::super::{Inner, Outcome, PageInput, RankRequest, Ranking, Reason};
use super::{Asked, reading};

const MOST_POINTS: i32 = 1000;
const WHY_BYTES: usize = 80;
/// What a pack's hints add, whichever and however many of them name an element.
const LIFT_POINTS: i32 = 400;

/// The hook `ranker`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "ranker",
    fallback: "the built-in order is used",
    ceiling: Budget::new(50, 64, 128),
    fits: |pre, store, instance| ranker::GuestIndices::new(pre)?.load(store, instance).map(drop),
});

impl Inner {
    /// Points for the elements of `page`.
    pub(in super::super) async fn rank(
        &self,
        page: &PageInput,
        request: &RankRequest,
    ) -> Outcome<HashMap<u32, Ranking>> {
        let mut outcome = Outcome::default();
        let Ok(url) = Url::parse(&page.url) else { return outcome };
        let (session, now) = (self.session(), reading());
        let mut views = PageViews::new(page);
        let Asked { answers, warnings } = self
            .ask(HOOK, &url, |runtime, plugin| {
                let view = views.view_for(&plugin);
                let request = Request {
                    intent: request.intent.clone(),
                    query: request.query.clone(),
                    want: request.want,
                };
                let context = context(&plugin, &session, now);
                self.record(&runtime, &plugin, HOOK, now, || {
                    Arguments::default().with("view", &*view).with("req", &request)
                });
                async move {
                    let asked = Arc::clone(&plugin);
                    let call = runtime.call(&plugin, HOOK, now, move |store, instance| {
                        let guest =
                            ranker::GuestIndices::new(&asked.instances)?.load(&mut *store, instance)?;
                        guest.call_rank(store, &context, &view, &request)
                    });
                    call.await.into()
                }
            })
            .await;
        outcome.warnings = warnings;
        self.lift(page, &url, &mut outcome);
        let known: HashSet<u32> = page.elements.iter().map(|element| element.id).collect();
        for (plugin, scores) in answers {
            let (points, strange) = check(scores, &known);
            if strange > 0 {
                let fault = format!("named {strange} element(s) that are not on the page, ignored,");
                outcome.warnings.push(self.warn_of_fault(&plugin, HOOK, &fault));
            }
            if points.is_empty() {
                continue;
            }
            for (id, (points, why)) in points {
                let ranking: &mut Ranking = outcome.value.entry(id).or_default();
                ranking.points = ranking.points.saturating_add(points);
                let by = plugin.id().to_owned();
                ranking.why.push(Reason { by, points, why });
            }
            outcome.by.push(plugin.id().to_owned());
        }
        outcome
    }

    /// Adds the points of what packs name.
    fn lift(&self, page: &PageInput, url: &Url, outcome: &mut Outcome<HashMap<u32, Ranking>>) {
        let set = self.set.load();
        for pack in set.packs.iter().filter(|pack| pack.site.covers(url)) {
            let by = pack.site.id.as_str();
            let before = outcome.value.len();
            for (kind, ids) in pack.site.lifted(&page.facts) {
                for id in ids {
                    let ranking = outcome.value.entry(*id).or_default();
                    // The first pack that lifts an element has lifted it.
                    if ranking.points == 0 {
                        ranking.points = LIFT_POINTS;
                        let why = kind.as_str().to_owned();
                        ranking.why.push(Reason { by: by.to_owned(), points: LIFT_POINTS, why });
                    }
                }
            }
            if outcome.value.len() > before {
                outcome.by.push(by.to_owned());
            }
        }
    }
}

/// Points per known element, and how many scores named unknown ones.
fn check(scores: Vec<Score>, known: &HashSet<u32>) -> (BTreeMap<u32, (i32, String)>, usize) {
    let mut strange = 0;
    let mut points: BTreeMap<u32, (i32, String)> = BTreeMap::new();
    for score in scores {
        if !known.contains(&score.id) {
            strange += 1;
            continue;
        }
        let entry = points.entry(score.id).or_default();
        entry.0 = entry.0.saturating_add(score.points).clamp(-MOST_POINTS, MOST_POINTS);
        let why = plain(&score.why, WHY_BYTES);
        if !why.is_empty() {
            entry.1 = why;
        }
    }
    (points, strange)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_clamped_and_unknown_elements_counted() {
        let score = |id, points| Score { id, points, why: "a\nb".to_owned() };
        let scores = vec![score(1, i32::MAX), score(1, 5), score(2, -5000), score(9, 1)];
        let (points, strange) = check(scores, &HashSet::from([1, 2]));
        assert_eq!(strange, 1);
        assert_eq!(points[&1], (1000, "a b".to_owned()));
        assert_eq!(points[&2].0, -1000);
    }
}
