// The search of a list of cards: words, and fields such as cost:3, cost>=2 or -kind:deed.
"use strict";
(() => {
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const box = document.querySelector(".search");
  const query = document.getElementById("query");
  const group = document.getElementById("group");
  const status = box.querySelector("[role=status]");
  const none = document.querySelector(".none");
  const sections = [...document.querySelectorAll("section[data-group]")];
  const cards = sections.flatMap((section) =>
    [...section.querySelectorAll("li")].map((item) => {
      const fields = Object.entries(JSON.parse(item.dataset.fields));
      return {
        item,
        group: section.dataset.group,
        words: fold(item.dataset.words),
        fields: new Map(fields.map(([name, value]) => [fold(name), fold(value)])),
      };
    }),
  );
  const known = new Set(cards.flatMap((card) => [...card.fields.keys()]));
  const TERM = /(-?)(?:([\p{L}\p{N}_-]+)(>=|<=|[:=<>]))?(?:"([^"]*)"|(\S+))/gu;

  const holds = {
    ":": (own, asked) => own === asked || own.split(/[\s,;/]+/).includes(asked),
    "=": (own, asked) => own === asked,
    ">": (own, asked) => Number(own) > Number(asked),
    "<": (own, asked) => Number(own) < Number(asked),
    ">=": (own, asked) => Number(own) >= Number(asked),
    "<=": (own, asked) => Number(own) <= Number(asked),
  };

  function test([whole, minus, name, sign, quoted, bare]) {
    const value = fold(quoted ?? bare);
    const field = fold(name ?? "");
    const isField = sign && known.has(field);
    const words = sign && !isField ? fold(whole.slice(minus.length)) : value;
    return (card) => {
      const own = card.fields.get(field);
      const found = isField
        ? own !== undefined && own !== "" && holds[sign](own, value)
        : card.words.includes(words);
      return found !== (minus === "-");
    };
  }

  function show() {
    const tests = [...query.value.matchAll(TERM)].map(test);
    let found = 0;
    for (const card of cards) {
      const isFound =
        (!group.value || card.group === group.value) && tests.every((one) => one(card));
      card.item.hidden = !isFound;
      found += isFound;
    }
    for (const section of sections) {
      section.hidden = !section.querySelector("li:not([hidden])");
    }
    none.hidden = found > 0;
    status.textContent = status.dataset.found
      .replace("{found}", found)
      .replace("{all}", cards.length);
    const asked = new URLSearchParams();
    if (query.value) asked.set("q", query.value);
    if (group.value) asked.set("group", group.value);
    try {
      history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
    } catch {
      // Browsers allow no change of the address of a file.
    }
  }

  const asked = new URLSearchParams(location.search);
  query.value = asked.get("q") ?? "";
  group.value = asked.get("group") ?? "";
  if (group.selectedIndex < 0) group.selectedIndex = 0;
  query.addEventListener("input", show);
  group.addEventListener("change", show);
  box.hidden = false;
  show();
})();
