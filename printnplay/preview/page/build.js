// Build and export: the choices, the progress, and the files of the last job.

import { el, get, inGame, post, shared, withCode } from "./api.js";
import { errorsFirst, faultBox } from "./faults.js";
import { isTranslated, toTranslate } from "./languages.js";
import { _, countFaults } from "./words.js";

const section = document.getElementById("build");
export const chosen = { backs: "", ink: "full", target: "png", profile: "" };
let game = "";
let running = false;

export async function showBuild() {
  const asked = shared.game;
  const told = await get(inGame("build"));
  if (asked !== shared.game || running) return;
  game = asked;
  chosen.paper ??= shared.own.paper;
  chosen.printer ??= shared.own.printer;
  const isInInks = () => told.targets.some((one) => one.name === chosen.target && one.inInks);
  const field = (label, name, options, hidden = false) => el("label", { hidden, "data-of": name }, label, el("select", { "data-name": name, onchange: (event) => { chosen[name] = event.target.value; } },
    options.map(([value, text]) => el("option", { value, selected: value === chosen[name] }, text))));
  const pairs = (named) => Object.entries(named);
  const backs = [["", told.printers.length ? _("as the printer flips, or the long edge") : _("as usual: flipped on the long edge")], ...pairs(told.backs)];
  const targets = (isService) => told.targets.filter((one) => one.service === isService);
  const listed = (found) => found.map((one) => el("option", { value: one.name, selected: one.name === chosen.target }, one.service ? one.about : `${one.name}: ${one.about}`));
  section.replaceChildren(
    el("div", { className: "jobs" },
      el("form", { "data-name": "pdf", onsubmit: (event) => start(event, { do: "build", paper: chosen.paper, ...(chosen.backs && { backs: chosen.backs }), ink: chosen.ink, printer: chosen.printer }) },
        el("h2", {}, _("PDFs to print")),
        el("p", { className: "sub" }, shared.about.languages.length > 1 ? _("The kit of card sheets with instructions, the rulebook, the booklet and the box, in the languages chosen at the top.") : _("The kit of card sheets with instructions, the rulebook, the booklet and the box, ready to print.")),
        field(_("Paper"), "paper", told.papers.map((paper) => [paper, paper])),
        field(_("Card backs"), "backs", backs),
        field(_("Ink"), "ink", pairs(told.inks)),
        told.printers.length > 0 && field(_("Printer"), "printer", [["", _("any")], ...told.printers.map((name) => [name, name])]),
        el("button", { className: "main", disabled: shared.readOnly }, _("Build PDFs"))),
      el("form", { "data-name": "files", onsubmit: (event) => start(event, { do: "export", target: chosen.target, ...(isInInks() && { profile: chosen.profile }) }) },
        el("h2", {}, _("Files for services, tables and screens")),
        el("p", { className: "sub" }, _("A print service checks its limits first: sizes, numbers of cards, resolution. What it would refuse is listed, and nothing is written.")),
        el("label", {}, _("For"), el("select", { "data-name": "target", onchange: (event) => { chosen.target = event.target.value; section.querySelector("[data-of=profile]").hidden = !isInInks(); } },
          el("optgroup", { label: _("Files") }, listed(targets(false))), el("optgroup", { label: _("Print services") }, listed(targets(true))))),
        field(_("Colour profile"), "profile", [["", _("none")], ...told.profiles.map((name) => [name, name])], !isInInks()),
        el("button", { className: "main", disabled: shared.readOnly }, _("Export")))),
    ...shared.languages.filter((code) => !isTranslated(code)).map((code) => el("p", { className: "note" }, `${toTranslate(code)}. `, _("It is built as soon as all are there; the other languages are built meanwhile."))),
    el("p", { className: "sub" }, shared.readOnly ? _("The preview is read-only.") : _("Files are written to {folder}.", told)),
    el("div", { "data-name": "made", role: "status" }));
  last = null;
  if (told.busy) say(_("{job} is running in another window.", { job: told.busy }));
  else if (told.made) showMade(told.made);
}

const part = (name) => section.querySelector(`[data-name="${name}"]`);

function say(...words) { part("made").replaceChildren(el("p", {}, words)); }

async function start(event, job) {
  event.preventDefault();
  const asked = shared.game;
  setRunning(true);
  last = null;
  say(_("Checking the game"));
  part("made").scrollIntoView({ block: "nearest" });
  const whole = shared.languages.filter(isTranslated);
  const made = await post(inGame("build"), { languages: whole.length ? whole : shared.languages, ...job });
  setRunning(false);
  if (asked !== shared.game) { if (section.hidden === false) await showBuild(); return; }
  if (made.error) part("made").replaceChildren(el("p", { className: "note bad" }, made.error));
  else showMade(made);
  part("made").scrollIntoView({ block: "nearest" }); // below the forms, on a phone
}

function setRunning(is) {
  running = is;
  for (const button of section.querySelectorAll("form button")) button.disabled = is || shared.readOnly;
}

// Show how far a job is.
export function showProgress({ done, steps, name }) {
  if (!running || game !== shared.game) return;
  part("made").replaceChildren(el("label", { className: "progress" }, el("progress", { max: steps || 1, ...(steps && { value: done }) }), el("span", {}, name || _("Starting"))));
}

let last = null; // what is shown of the last job

// Files have changed: what was made is of before.
export function renewBuild() {
  if (last && !running && game === shared.game) showMade({ ...last, old: true });
}

function showMade(made) {
  last = made;
  const isBuild = made.job.do === "build";
  const errors = made.faults.filter((fault) => fault.severity === "error").length;
  const head = errors ? (isBuild ? _("Not built: {errors}. Nothing was written.", { errors: countFaults(errors, 0) }) : _("Not exported: {errors}. Nothing was written.", { errors: countFaults(errors, 0) }))
    : made.old ? _("Files from before the last change")
    : made.faults.length ? _("Done, with {warnings}.", { warnings: countFaults(0, made.faults.length) }) : _("Done.");
  const files = made.files.map((one, at) => el("li", {},
    one.opens ? el("a", { href: inGame(`built/${at}`), target: "_blank", rel: "noopener" }, one.file) : el("code", {}, one.file),
    el("span", { className: "sub" }, [one.what, one.holds].filter(Boolean).join(" · "))));
  part("made").replaceChildren(
    el("h2", {}, head),
    ...(made.old ? [el("p", { className: "banner plain" }, _("The game has changed since."), " ", el("button", { type: "button", className: "main", "data-name": "again", disabled: shared.readOnly, onclick: (event) => start(event, made.job) }, isBuild ? _("Build again") : _("Export again")))] : []),
    ...(files.length ? [el("ul", { className: "built" }, files)] : []),
    ...made.notes.map((note) => el("p", { className: "sub" }, withCode(note.replace("`printnplay check`", _("the tab Pages"))))),
    ...errorsFirst(made.faults).map((fault) => faultBox(fault, "build", isBuild ? "build" : `export ${made.job.target}`)));
}
