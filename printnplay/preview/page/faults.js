// A fault: what is wrong, where, and what can be done on the page. Events lead to the parts that can mend it.

import { el, inGame, languageTitle, placeOf, post, shared, withCode } from "./api.js";
import { _ } from "./words.js";

// Return the card that a fault is about, directly or through one of its texts.
export function cardOf({ subject }) {
  const card = subject.card || (subject.key.startsWith("cards.") ? subject.key.split(".")[1] : "");
  return shared.about.faces.find((face) => face.card === card && card)?.name ?? "";
}

// What helps on the page, instead of what helps in the files or on the command line.
function helpOf({ code, cures: { text, box, group, picture } = {}, help, fixable }) {
  if (shared.readOnly) return help;
  if (code === "PNP024") return _("Choose a colour profile for the export, on the tab Build. Ask the service which one it wants.");
  if (fixable && help.includes("`printnplay check --fix`")) return _("It already prints correctly; “Fix” corrects the file.");
  if (["PNP113", "PNP301"].includes(code) && text) return _("Write the text.");
  if (code === "PNP135" && picture) return _("Choose a picture, or drop one on the card.");
  if (code === "PNP207") return _("Give the card another value, or add a group that takes it.");
  if (code === "PNP501" && text && box) return _("Shorten the text, or enlarge its box in the layout.");
  return help;
}

// The command of a help that names an option or a command: the page has no control for it. `job` is the command that
// would have found the fault.
function commandIn(help, job) {
  const [, found] = help?.match(/`(printnplay [^`]+|--?[a-z][^`]*)`/) ?? [];
  return found && (found.startsWith("-") ? `printnplay ${job} ${shared.game} ${found}` : found);
}

const goTo = (part, detail) => () => document.dispatchEvent(new CustomEvent(part, { detail }));

// The buttons that lead to what can be changed; `here` is the part of the page that shows the fault.
function* buttonsOf(fault, here) {
  const { code, message, severity, unwritten, place, cell, cures = {}, faces = [] } = fault;
  const button = (name, label, does) => el("button", { type: "button", className: "quiet", "data-name": `${name} ${code} ${message}`, onclick: does }, label);
  const card = cardOf(fault);
  if (here !== "face") {
    if (card) yield button("show", _("Show {name}", { name: card }), goTo("seek", { name: card, language: fault.subject.language }));
    if (cures.text) yield button("text", code === "PNP301" || code === "PNP113" ? _("Write the text") : _("Edit the text"), goTo("seek", { name: card, ...cures.text }));
    if (cures.picture) yield button("picture", _("Choose a picture"), goTo("seek", { face: faces[0], picture: true }));
  }
  if (cell && here !== "table") yield button("cell", _("Show in the table"), goTo("cell", { ...fault, place: cell }));
  if (cures.box) yield button("box", _("Show in the layout"), goTo("lay", { face: faces[0], place: cures.box, key: cures.text?.key ?? "" }));
  if (cures.block) yield button("block", _("Show in the outline"), goTo("block", cures.block));
  if (cures.group !== null && cures.group !== undefined && !shared.readOnly) yield button("group", cures.group ? _("Change the group") : _("Add a group"), goTo("group", cures.group));
  if (severity === "error" && !unwritten && shared.about.undo.includes(place.file || "\n")) yield button("undo", _("Undo the last change"), goTo("undo"));
}

// The buttons that write what mends the fault.
function* mendsOf({ code, message, cures: { allow, remove, colour } = {} }, note) {
  if (shared.readOnly) return;
  const send = async (target, asked) => {
    target.disabled = true;
    const told = await post(inGame("mend"), asked);
    note.textContent = told.error ? [told.error, told.help].filter(Boolean).join(": ") : _("Saved in {files}", { files: told.files.join(", ") });
    note.className = `note ${told.error ? "bad" : "good"}`;
    target.disabled = !told.error;
  };
  const button = (name, label, does) => el("button", { type: "button", className: "quiet", "data-name": `${name} ${code} ${message}`, onclick: ({ target }) => does(target) }, label);
  if (colour) yield button("add-colour", _("Add the colour {name}", { name: colour }), (target) => send(target, { do: "colour", key: colour }));
  if (remove) yield button("remove", _("Remove the text"), (target) => send(target, { do: "remove", key: remove }));
  if (allow) {
    yield button("allow", _("Allow it"), (target) => {
      const reason = el("input", { type: "text", required: true, autocomplete: "off" });
      target.replaceWith(el("form", { className: "row", onsubmit: (event) => { event.preventDefault(); send(event.submitter, { do: "allow", ...allow, reason: reason.value }); } },
        el("label", {}, _("Why is it right?"), " ", reason), el("button", {}, _("Allow"))));
      reason.focus();
    });
  }
}

// What stops a build comes first, each otherwise in the order of the files.
const rank = ({ severity }) => (severity === "error" ? 0 : 1);
export const errorsFirst = (faults) => [...faults].sort((one, other) => rank(one) - rank(other));

export function faultBox(fault, here = "", job = "check") {
  const { code, message, place, severity, unwritten, fixable, label, notes } = fault;
  const note = el("span", { className: "note", role: "status" });
  const fix = fixable && !shared.readOnly && el("button", { type: "button", className: "quiet", "data-name": `fix ${code} ${message}`, onclick: async ({ target }) => {
    target.disabled = true;
    const told = await post(inGame("fix"), { code, message, place, subject: fault.subject });
    note.textContent = told.error ?? _("Fixed in {file}", told);
    note.className = `note ${told.gone ? "" : told.error ? "bad" : "good"}`;
    target.disabled = !told.error || Boolean(told.gone);
  } }, _("Fix"));
  const help = helpOf(fault);
  const command = commandIn(help, job);
  return el("div", { className: `fault ${unwritten ? "unwritten" : severity}` },
    el("div", { className: "head" }, el("b", {}, unwritten ? _("to translate") : severity === "error" ? _("error") : _("warning")), el("span", {}, code), fault.subject.language ? el("span", {}, languageTitle(fault.subject.language)) : ""),
    el("p", {}, withCode(message)), label && el("p", { className: "sub" }, withCode(label)), help && el("p", { className: "sub" }, withCode(help)),
    command && (help.includes(command) ? el("p", { className: "sub" }, _("The command runs in a terminal, in the folder of the project.")) : el("p", { className: "sub" }, _("In a terminal, in the folder of the project:"), " ", el("code", {}, command))),
    ...notes.map((one) => el("p", { className: "sub" }, withCode(one.message))),
    severity === "error" && place.file.endsWith(".j2") && el("p", { className: "sub" }, _("You edit no templates? Undo takes back your last change, and “Start from a layout” on the tab Layout gives these cards another template.")),
    el("div", { className: "cures" }, ...buttonsOf(fault, here), fix, ...mendsOf(fault, note), note), placeOf(place));
}
