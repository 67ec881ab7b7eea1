// A face: the drawing as printed, in a shadow tree so that ids of different drawings do not clash.

import { address, get, inGame, post, shared } from "./api.js";

const SVG = "http://www.w3.org/2000/svg";
const LINES = { trim: ["#d0021b", ""], bleed: ["#1769d2", "4 3"], safe: ["#00703c", "4 3"] };

// `seen` is the filter that simulates colour blindness.
export const look = { lines: false, bleed: false, seen: null };

const nearby = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    entry.target.near = entry.isIntersecting;
    if (entry.isIntersecting && entry.target.stale) entry.target.load();
  }
}, { rootMargin: "300px" });

export class CardFace extends HTMLElement {
  constructor() {
    super();
    this.stale = true;
    this.near = false;
    this.tag = "";
    this.drawing = null; // null before the first answer, and if the face cannot be drawn
    this.asked = 0; // the number of requests for the drawing; `shown` is the number of the request whose answer is shown
    this.shown = 0;
    this.renewed = 0;
    this.loading = null;
    this.attachShadow({ mode: "open" });
  }

  // Set the face to show: an entry of the list of faces, in a language.
  show(face, language) {
    if (face === this.face && language === this.language) return this;
    this.face = face;
    this.language = language;
    this.measure();
    return this;
  }

  connectedCallback() { nearby.observe(this); }
  disconnectedCallback() { nearby.unobserve(this); this.near = false; }

  // In play, cards have no lines and no bleed; in the layout, they have both.
  get look() { return this.own ?? (this.plain ? { lines: false, bleed: false } : look); }

  measure() {
    const around = this.look.bleed ? this.face.bleed : 0;
    const side = (length) => `calc(${length + 2 * around} * var(--mm))`;
    this.style.width = side(this.face.width);
    this.style.height = side(this.face.height);
    if (this.shadowRoot.childNodes.length) this.arrange();
  }

  renew() {
    this.stale = true;
    if (this.near) this.load();
  }

  // Resolves when the drawing has arrived; `loading` lets other callers await the same request.
  load() {
    this.loading = this.fetch();
    return this.loading;
  }

  async fetch() {
    this.stale = false;
    const asked = this.renewed = ++this.asked;
    const tag = this.tag;
    const path = `face/${this.language}/${address(this.face.key)}?tag=${tag}`;
    try {
      const told = await get(inGame(path));
      // "As you have it" is said of the drawing shown then: another answer may have replaced it.
      if (!told && tag !== this.tag && asked >= this.shown) await this.fetch();
      else this.take(asked, told);
    } catch (error) {
      this.stale = true;
    }
  }

  // Preview an unsaved text; return null if the saved face was requested in the meantime.
  async attempt(key, forms) {
    const asked = ++this.asked;
    const told = await post(inGame("try"), { language: this.language, face: this.face.key, key, forms });
    if (asked < this.renewed) return null;
    if (!told.error) this.take(asked, told);
    return told;
  }

  // Answers may arrive out of order, and two may be equal.
  take(asked, told) {
    if (asked < this.shown) return;
    this.shown = asked;
    if (told && told.tag !== this.tag) this.draw(told);
  }

  draw(told) {
    const first = !this.tag;
    this.tag = told.tag;
    this.told = told;
    this.classList.add("there");
    this.drawing = null;
    if (told.svg) {
      const parsed = new DOMParser().parseFromString(told.svg, "image/svg+xml").documentElement;
      if (parsed.namespaceURI === SVG) this.drawing = document.importNode(parsed, true);
    }
    this.arrange();
    if (!first) { this.classList.remove("fresh"); void this.offsetWidth; this.classList.add("fresh"); }
    this.dispatchEvent(new CustomEvent("drawn", { bubbles: true }));
  }

  arrange() {
    const { width, height, bleed } = this.face;
    const { lines, bleed: shown } = this.look;
    const around = shown ? bleed : 0;
    const box = `${-around} ${-around} ${width + 2 * around} ${height + 2 * around}`;
    const outline = shared.about.outlines[this.face.outline];
    const frame = document.createElementNS(SVG, "svg");
    frame.setAttribute("viewBox", box);
    frame.setAttribute("width", "100%");
    frame.setAttribute("height", "100%");
    frame.setAttribute("style", "display:block;overflow:hidden;user-select:none");
    frame.setAttribute("aria-hidden", "true");
    const ground = part("path", { d: shown ? rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed) : outline, fill: "#fff" });
    const inside = part("g", {});
    if (!shown) {
      const clip = part("clipPath", { id: "trim" });
      clip.append(part("path", { d: outline }));
      frame.append(clip);
      inside.setAttribute("clip-path", "url(#trim)");
    }
    if (this.drawing) {
      const drawing = this.drawing;
      drawing.setAttribute("x", -bleed);
      drawing.setAttribute("y", -bleed);
      drawing.setAttribute("width", width + 2 * bleed);
      drawing.setAttribute("height", height + 2 * bleed);
      inside.append(drawing);
    } else {
      const cross = part("path", { d: `M0 0L${width} ${height}M${width} 0L0 ${height}`, stroke: "#b3140f", fill: "none", "stroke-width": 0.4 });
      inside.append(cross);
    }
    frame.append(ground, inside);
    // The filter does not apply to the lines, which are added later.
    if (look.seen) {
      frame.append(look.seen.cloneNode(true));
      inside.setAttribute("filter", `url(#${look.seen.id})`);
    }
    if (lines) frame.append(...this.lines(outline));
    const style = document.createElement("style");
    style.textContent = ":host{display:block} svg{filter:none}";
    this.shadowRoot.replaceChildren(style, frame);
  }

  lines(outline) {
    const { width, height, bleed } = this.face;
    const inset = shared.about.safe;
    const within = `translate(${inset} ${inset}) scale(${1 - 2 * inset / width} ${1 - 2 * inset / height})`;
    const made = [line("trim", { d: outline }), line("safe", { d: outline, transform: within })];
    if (this.look.bleed) made.push(line("bleed", { d: rectangle(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed) }));
    return made;
  }
}

export function part(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function line(kind, attributes) {
  const [stroke, dash] = LINES[kind];
  const drawn = { fill: "none", "vector-effect": "non-scaling-stroke", ...attributes };
  // A white line below keeps it visible on any background.
  const made = part("g", {});
  made.append(part("path", { ...drawn, stroke: "#fff", "stroke-width": 3, opacity: 0.85 }), part("path", { ...drawn, stroke, "stroke-width": 1.5, "stroke-dasharray": dash }));
  return made;
}

const rectangle = (x, y, width, height) => `M${x} ${y}h${width}v${height}h${-width}Z`;

customElements.define("card-face", CardFace);
