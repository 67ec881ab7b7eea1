const steps = [...document.querySelectorAll(".step")], links = [...document.querySelectorAll(".moves a")];
const controls = document.querySelector(".controls"), slider = controls.querySelector("input");
const status = controls.querySelector("p"), last = steps.length - 1;
let at = 0;
// A position of a long game has only what differs from the one before.
function complete(number) {
  const table = steps[0].querySelector(".zones").cloneNode(true), acting = steps[number].dataset.acting.split(" ");
  for (const seat of table.querySelectorAll(".seat")) seat.classList.toggle("now", acting.includes(seat.dataset.seat));
  for (const part of table.querySelectorAll("[data-part]")) {
    let from = number, found;
    while (!(found = steps[from].querySelector(`[data-part="${part.dataset.part}"]`))) from -= 1;
    part.replaceWith(found.cloneNode(true));
  }
  steps[number].querySelector(".zones").replaceWith(table);
}
function show(number) {
  at = Math.min(Math.max(number || 0, 0), last);
  complete(at);
  steps.forEach((step, each) => step.classList.toggle("shown", each === at));
  links.forEach((link, each) => each === at ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current"));
  const list = links[at].closest("nav");
  list.scrollTop += links[at].getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  steps[at].querySelector("h2").scrollIntoView({ block: "nearest" });
  slider.value = at;
  slider.setAttribute("aria-valuetext", links[at].textContent);
  status.textContent = `${at} / ${last}`;
}
function go(to) {
  show({ first: 0, previous: at - 1, next: at + 1, last }[to] ?? to);
  history.replaceState(null, "", `#${at}`);
}
for (const button of controls.querySelectorAll("button")) button.addEventListener("click", () => go(button.dataset.to));
slider.addEventListener("input", () => go(Number(slider.value)));
addEventListener("keydown", (event) => {
  const to = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (to === undefined || event.target === slider || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(to);
});
addEventListener("hashchange", () => { show(Number(location.hash.slice(1))); });
document.documentElement.classList.add("stepping");
for (const step of steps) step.removeAttribute("id"); // A link to one would scroll to it.
controls.hidden = false;
show(Number(location.hash.slice(1)));
