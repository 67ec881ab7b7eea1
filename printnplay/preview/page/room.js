// Play with others: a table in the local network, opened and ended here, with its link, code and QR code.

import { el, get, inGame, post, shared } from "./api.js";
import { _, listed, ngettext } from "./words.js";

const box = el("section", { className: "room", "aria-label": _("Play with others") });
const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // modules around a QR code
const SOON = 3000; // milliseconds until it is asked again who sits at the table

let told = { stands: false };
let waiting = 0;
const choice = { rules: false, record: false };

// The box for the part Play; it shows the table as it is now.
export function roomBox() {
  renew();
  return box;
}

async function renew() {
  clearTimeout(waiting);
  const now = await get(inGame("room")).catch(() => null);
  if (now && JSON.stringify(now) !== JSON.stringify(told) || !box.childElementCount) { told = now ?? told; fill(); }
  if (told.stands && box.isConnected) waiting = setTimeout(renew, SOON);
}

async function send(said, busy) {
  for (const button of box.querySelectorAll("button")) button.disabled = true;
  box.querySelector("[role=status]").textContent = busy;
  const answer = await post(inGame("room"), { language: shared.languages[0], ...said });
  if (!answer.error) told = answer;
  fill();
  const note = box.querySelector("[role=status]");
  note.textContent = answer.error ? [answer.error, answer.help].filter(Boolean).join(": ") : said.do === "end" ? _("The table has ended.") : "";
  note.className = `note ${answer.error ? "bad" : ""}`;
  box.querySelector("button, a")?.focus();
  renew();
}

function fill() {
  box.replaceChildren(el("h2", {}, _("Play with others")), ...(told.stands ? standing() : opening()), el("p", { className: "note", role: "status" }));
}

function opening() {
  const check = (name, label) => el("label", { className: "check" }, el("input", { type: "checkbox", "data-name": name, checked: choice[name], onchange: ({ target }) => { choice[name] = target.checked; } }), " ", label);
  const open = (network, name, label) => el("button", { type: "button", className: network ? "main" : "", "data-name": name, onclick: () => send({ do: "open", network, ...choice }, _("Opening a table")) }, label);
  return [
    el("p", {}, _("Open a table: everybody plays in a browser, on a computer or phone. Hands stay hidden, and guests can move pieces and nothing else.")),
    shared.about.playable && check("rules", _("The rules of the game referee")),
    !shared.readOnly && check("record", _("Record the session")),
    el("div", { className: "row" }, open(true, "open network", _("Open in the local network")), open(false, "open here", _("Open on this computer only"))),
  ].filter(Boolean);
}

function standing() {
  const { link, host, code, local, names, seats } = told;
  const copy = el("button", { type: "button", className: "quiet", "data-name": "copy link", onclick: async () => { await navigator.clipboard.writeText(link); copy.textContent = _("Copied"); } }, _("Copy"));
  return [
    el("p", {}, local ? _("A table stands on this computer only.") : _("A table stands in your local network. Send the link to the others, or let them scan the code.")),
    el("dl", {}, el("dt", {}, _("For the others")), el("dd", {}, el("a", { href: link, target: "_blank", rel: "noreferrer", "data-name": "link" }, link), " ", copy),
      el("dt", {}, _("Room code")), el("dd", { className: "code", "data-name": "code" }, code),
      el("dt", {}, _("At the table")), el("dd", { "data-name": "names" }, `${names.length ? listed(names) : _("nobody yet")} (${ngettext("{number} seat", "{number} seats", seats)})`)),
    told.qr.length > 0 && qrOf(told.qr),
    el("div", { className: "row" }, el("a", { className: "button", href: host, target: "_blank", rel: "noreferrer", "data-name": "sit" }, _("Sit down as host")),
      el("button", { type: "button", "data-name": "end table", onclick: () => send({ do: "end" }, _("Ending the table")) }, _("End the table"))),
  ].filter(Boolean);
}

// Dark on white in any colours of the page, as phones expect it.
function qrOf(rows) {
  const side = rows.length + 2 * QUIET;
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", `0 0 ${side} ${side}`);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", _("QR code of the link"));
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", rows.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join(""));
  drawing.append(path);
  return drawing;
}
