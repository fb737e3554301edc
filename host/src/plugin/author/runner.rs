//! `sekme plugin test`: every case of a folder, its mutations, and the policy table.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::bench::{Bench, Called, Circumstances};
use super::faults::{Judged, faults};
use super::fixture::{self, By, Fixture, Input, difference};
use super::html::Html;
use super::mutation::mutants;
use super::project::Project;
use super::{AuthorError, pack, policy_table};
use crate::plugin::hook::HookKind;
use crate::plugin::store::LogLevel;

/// More than a budget by so many percent fails.
const TOLERANCE_PERCENT: u64 = 10;

/// What to do with a plugin's cases.
#[derive(Debug, Clone, Default)]
pub struct TestOptions {
    /// Write the answers as the expected ones.
    pub bless: bool,
    /// Write the instructions as the budgets.
    pub budget: bool,
    /// Only the case of this name.
    pub case: Option<String>,
    /// Where compiled components are kept.
    pub cache_dir: Option<PathBuf>,
}

/// How the cases of one folder went.
#[derive(Debug, Clone, Serialize)]
pub struct TestReport {
    /// Id and version.
    pub plugin: String,
    /// By name.
    pub cases: Vec<CaseReport>,
    /// Remarks on the whole.
    pub notes: Vec<String>,
}

/// How one case went.
#[derive(Debug, Clone, Serialize)]
pub struct CaseReport {
    /// Name of its folder.
    pub case: String,
    /// The hook; empty when the case could not be read.
    pub hook: String,
    /// What went wrong; empty when nothing did.
    pub problems: Vec<String>,
    /// What the call took; absent for packs, which run no code.
    pub measures: Option<Measures>,
    /// Changed pages that it was tried with.
    pub mutations: usize,
    /// The expected answer, or the budget, was written.
    pub written: bool,
    /// Remarks, such as that the page has no layout.
    pub notes: Vec<String>,
}

/// What a call took and what it might have.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Measures {
    /// WebAssembly instructions, those of starting the instance included.
    pub instructions: u64,
    /// The budget of the case.
    pub instructions_budget: Option<u64>,
    /// Bytes of linear memory.
    pub memory: usize,
    /// Most that the hook may have.
    pub memory_limit: usize,
    /// Bytes of the answer.
    pub output: usize,
    /// Most that the hook may answer.
    pub output_limit: usize,
    /// Milliseconds of this run, for orientation; instructions were counted meanwhile.
    pub ms: f64,
    /// Milliseconds of processor time that the hook may use in the server.
    pub ms_limit: u64,
}

impl TestReport {
    /// True when no case has a problem.
    pub fn passed(&self) -> bool {
        self.cases.iter().all(|case| case.problems.is_empty())
    }
}

/// Runs the cases of the plugin or pack in `folder`.
pub fn test(folder: &Path, options: &TestOptions) -> Result<TestReport, AuthorError> {
    let project = Project::read(folder)?;
    let mut report = TestReport { plugin: project.label(), cases: Vec::new(), notes: Vec::new() };
    let folders = fixture::folders(folder)?;
    let wanted = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        options.case.as_ref().is_none_or(|case| *case == name)
    };
    let folders: Vec<&PathBuf> = folders.iter().filter(wanted).collect();
    if folders.is_empty() {
        report.notes.push(match &options.case {
            Some(case) => format!("there is no case {case} below {}/", fixture::FIXTURES),
            None => format!("no cases: add a folder below {}/", fixture::FIXTURES),
        });
    }
    let bench = bench(&project, options)?;
    for folder in folders {
        report.cases.push(match Fixture::read(folder) {
            Ok(fixture) => Run { project: &project, bench: bench.as_ref(), options }.case(&fixture),
            Err(error) => unreadable(folder, &error),
        });
    }
    if options.case.is_none()
        && let Some(bench) = &bench
    {
        report.cases.extend(policy_table::run(folder, bench));
    }
    Ok(report)
}

/// The page that a component or pack would get of a hand-written file, as JSON.
pub fn page_of_html(text: &str, url: &str) -> Value {
    Html::parse(text).page(url, &Map::new())
}

fn bench(project: &Project, options: &TestOptions) -> Result<Option<Bench>, AuthorError> {
    let Some(manifest) = &project.manifest else { return Ok(None) };
    let wasm = project.component(manifest)?;
    let loaded = Bench::load(manifest, &wasm, options.cache_dir.as_deref());
    let problem = |problem: crate::plugin::problem::LoadProblem| AuthorError::Load {
        label: project.label(),
        problem: problem.to_string(),
    };
    loaded.map(Some).map_err(problem)
}

fn unreadable(folder: &Path, error: &AuthorError) -> CaseReport {
    CaseReport {
        case: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        hook: String::new(),
        problems: vec![error.to_string()],
        measures: None,
        mutations: 0,
        written: false,
        notes: Vec::new(),
    }
}

struct Run<'a> {
    project: &'a Project,
    bench: Option<&'a Bench>,
    options: &'a TestOptions,
}

impl Run<'_> {
    fn case(&self, fixture: &Fixture) -> CaseReport {
        let mut report = CaseReport {
            case: fixture.name.clone(),
            hook: fixture.case.hook.to_string(),
            problems: Vec::new(),
            measures: None,
            mutations: 0,
            written: false,
            notes: Vec::new(),
        };
        if let Err(problem) = self.judge(fixture, &mut report) {
            report.problems.push(problem);
        }
        report
    }

    /// An error is a problem that leaves nothing more to judge.
    fn judge(&self, fixture: &Fixture, report: &mut CaseReport) -> Result<(), String> {
        let answer = match self.component(fixture) {
            Some(bench) => self.ask_component(bench, fixture, report)?,
            None => self.ask_pack(fixture, report)?,
        };
        if self.options.bless {
            fixture.bless(&answer).map_err(|error| error.to_string())?;
            report.written = true;
            return Ok(());
        }
        match &fixture.expect {
            Some(expect) => report.problems.extend(difference(expect, &answer, fixture.case.matching)),
            None => {
                return Err(format!(
                    "has no expect.json; look at the answer and run with --bless: {}",
                    crate::plugin::text::cut(&answer.to_string(), 400)
                ));
            }
        }
        Ok(())
    }

    /// The component, when it is the one that answers the case.
    fn component(&self, fixture: &Fixture) -> Option<&Bench> {
        let has_hook = |hook: HookKind| {
            self.project.manifest.as_ref().is_some_and(|manifest| manifest.kinds().contains(&hook))
        };
        let is_meant = match fixture.case.by {
            Some(By::Component) => true,
            Some(By::Pack) => false,
            None => self.project.pack.is_none() || has_hook(fixture.case.hook),
        };
        self.bench.filter(|_| is_meant)
    }

    fn ask_pack(&self, fixture: &Fixture, report: &mut CaseReport) -> Result<Value, String> {
        let Some(site) = &self.project.pack else {
            return Err("is for a pack, and there is no site.toml".to_owned());
        };
        if matches!(fixture.input, Input::Html { .. }) {
            report.notes.push("no layout".to_owned());
        }
        let answered = pack::answer(site, fixture)?;
        report.problems.extend(answered.faults);
        Ok(answered.answer)
    }

    fn ask_component(
        &self,
        bench: &Bench,
        fixture: &Fixture,
        report: &mut CaseReport,
    ) -> Result<Value, String> {
        let hook = fixture.case.hook;
        let input = match &fixture.input {
            Input::Arguments(arguments) => arguments.clone(),
            Input::Html { text, more } => {
                report.notes.push("no layout".to_owned());
                self.input_of_html(fixture, text, more)
            }
        };
        let circumstances = Circumstances {
            now_ms: fixture.case.now_ms,
            settings: fixture.settings(),
            kv: fixture.case.kv.clone(),
            extra: Vec::new(),
        };
        let called = bench.call(hook, &input, &circumstances)?;
        let again = bench.call(hook, &input, &circumstances)?;
        report.measures = Some(self.measures(bench, fixture, &called));
        let errors = called.logged.iter().filter(|(level, _)| *level == LogLevel::Error);
        report.problems.extend(errors.map(|(_, line)| format!("logged an error: {line}")));
        let same =
            format!("{:?}", called.answer) == format!("{:?}", again.answer) && called.logged == again.logged;
        if !same {
            report.problems.push(
                "gave two answers to the same call; an answer depends on the arguments alone".to_owned(),
            );
        }
        report.problems.extend(self.over_budget(fixture, &called));
        if self.options.budget {
            fixture.set_budget(called.instructions).map_err(|error| error.to_string())?;
            report.written = true;
        }
        let answer = called.answer.clone()?;
        let judged = Judged { hook, function: &called.function, input: &input, answer: &answer };
        report.problems.extend(faults(&judged, self.project.manifest.as_ref()));
        self.mutate(bench, fixture, &input, &circumstances, report);
        Ok(answer)
    }

    fn input_of_html(&self, fixture: &Fixture, text: &str, more: &Map<String, Value>) -> Map<String, Value> {
        let html = Html::parse(text);
        let mut view = html.of_case(&fixture.case);
        if let (Some(manifest), Some(members)) = (&self.project.manifest, view.as_object_mut()) {
            members.insert("facts".to_owned(), html.facts(manifest, &fixture.case));
        }
        let mut input = more.clone();
        input.insert("view".to_owned(), view);
        input
    }

    fn measures(&self, bench: &Bench, fixture: &Fixture, called: &Called) -> Measures {
        let budget = bench.budget(fixture.case.hook);
        Measures {
            instructions: called.instructions,
            instructions_budget: fixture.case.budget_instructions.filter(|_| !self.options.budget),
            memory: called.memory,
            memory_limit: budget.memory,
            output: called.output,
            output_limit: budget.output,
            ms: milliseconds(called.elapsed),
            ms_limit: u64::try_from(budget.deadline.as_millis()).unwrap_or(u64::MAX),
        }
    }

    fn over_budget(&self, fixture: &Fixture, called: &Called) -> Option<String> {
        let budget = fixture.case.budget_instructions.filter(|_| !self.options.budget)?;
        let most = budget.saturating_add(budget / 100 * TOLERANCE_PERCENT);
        (called.instructions > most).then(|| {
            format!(
                "took {} instructions, its budget is {budget} (and {TOLERANCE_PERCENT} %); --budget writes a new one",
                called.instructions
            )
        })
    }

    fn mutate(
        &self,
        bench: &Bench,
        fixture: &Fixture,
        input: &Map<String, Value>,
        circumstances: &Circumstances,
        report: &mut CaseReport,
    ) {
        let manifest = self.project.manifest.as_ref();
        let most = manifest.map_or(usize::MAX, |manifest| manifest.permissions.max_elements);
        for mutant in mutants(input, most) {
            report.mutations += 1;
            let circumstances = Circumstances { extra: mutant.context.clone(), ..circumstances.clone() };
            let hook = fixture.case.hook;
            let problem = match bench.call(hook, &mutant.input, &circumstances) {
                Ok(Called { answer: Ok(answer), function, .. }) => {
                    let judged = Judged { hook, function: &function, input: &mutant.input, answer: &answer };
                    faults(&judged, manifest).into_iter().next()
                }
                Ok(Called { answer: Err(failure), .. }) => Some(failure),
                Err(problem) => Some(problem),
            };
            report.problems.extend(problem.map(|problem| format!("with {}: {problem}", mutant.what)));
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 100_000.0).round() / 100.0
}
