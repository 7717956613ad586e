"use strict";
// The page works without this script; it keeps the panes in step, searches the
// source, and answers to keys.
(() => {
const $ = (s, from = document) => from.querySelector(s);
const all = (s, from = document) => [...from.querySelectorAll(s)];
const source = $("#source"), find = $("#find"), found = $("#found");

// show brings an element into view in a pane that scrolls, and leaves the others alone.
function show(pane, e) {
  const p = pane.getBoundingClientRect(), r = e.getBoundingClientRect();
  if (r.top < p.top + 40 || r.bottom > p.bottom - 20) pane.scrollTop += r.top - p.top - p.height / 2 + r.height / 2;
}
const scrolls = pane => getComputedStyle(pane).position === "sticky";

// select marks a line in the source and whatever is about it elsewhere.
let selected = "";
function select(id, from) {
  for (const e of all(".sel")) e.classList.remove("sel");
  selected = id;
  const line = id && document.getElementById(id);
  if (!line) return;
  line.classList.add("sel");
  for (const e of all(`[data-l="${id}"]`)) e.classList.add("sel");
  if (from !== source) {
    if (scrolls(source)) show(source, line);
    else if (!from) line.scrollIntoView({block: "center"});
  }
  const steps = $(".steps"), step = steps && $(`.r[data-l="${id}"]`, steps);
  if (step && !(from && steps.contains(from))) show(steps, step);
}

document.addEventListener("click", e => {
  const copy = e.target.closest(".copy");
  if (copy) return copied(copy);
  const benign = e.target.closest("button.benign");
  if (benign) return prune(benign);
  if (e.target.closest("summary, button, input, label")) return;
  const link = e.target.closest("a.at, svg a"), line = e.target.closest("#source .l"), about = e.target.closest("[data-l]");
  if (link) {
    const id = link.dataset.l;
    if (scrolls(source)) { e.preventDefault(); history.replaceState(null, "", "#" + id); }
    select(id, link.closest("section"));
  } else if (String(getSelection())) return; // text is being selected
  else if (line) select(line.id, source);
  else if (about) select(about.dataset.l, about);
});
addEventListener("hashchange", () => { const id = location.hash.slice(1); if (/^f\d+-\d+$/.test(id)) select(id); });

async function copied(button) {
  const text = button.dataset.copy;
  try { await navigator.clipboard.writeText(text); }
  catch { // not allowed from a file in some browsers
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = "copied";
  setTimeout(() => { button.textContent = "copy"; }, 1500);
}

// prune leaves the causes out that go where those that are marked are benign, and dims the
// places that only they name. For each alone the page knows it; several may take more with
// them, which the command tells.
function prune(button) {
  const method = button.closest(".method"), tree = $(".tree", method), status = $(".pruned", method);
  button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
  const causes = all("li[data-cause]", tree), own = c => $(":scope > details > p > .benign", c);
  const benign = causes.filter(c => own(c)?.getAttribute("aria-pressed") === "true");
  const gone = new Set(benign.flatMap(c => c.dataset.goes.trim().split(" ")));
  for (const c of causes) {
    c.classList.toggle("benign", benign.includes(c));
    c.classList.toggle("gone", gone.has(c.dataset.cause) && !benign.includes(c));
  }
  const named = new Set(), stays = new Set();
  for (const e of all("[data-l]", tree)) {
    named.add(e.dataset.l);
    if (!gone.has(e.closest("li[data-cause]").dataset.cause)) stays.add(e.dataset.l);
  }
  for (const row of all("tr[data-l]", method)) row.classList.toggle("d", named.has(row.dataset.l) && !stays.has(row.dataset.l));
  status.hidden = !benign.length;
  status.textContent = `${causes.length - gone.size} of ${causes.length} causes are left` +
    (benign.length > 1 ? ", or fewer" : "") + `: ${benign.map(c => "--prune " + c.dataset.cause).join(" ")}`;
}

// Search: the lines that contain the text, whatever the case of its letters.
let lines, hits = [], hit = -1;
function search() {
  const text = find.value.toLowerCase();
  lines ??= all("#source .l[id]").map(e => [e.id, $("code", e).textContent.toLowerCase()]);
  hits = text ? lines.filter(l => l[1].includes(text)).map(l => l[0]) : [];
  hit = -1;
  go(1);
}
function go(step) {
  if (hits.length) {
    hit = (hit + step + hits.length) % hits.length;
    select(hits[hit]);
  }
  found.textContent = find.value ? hits.length ? `${hit + 1} of ${hits.length}` : "none" : "";
}
find.addEventListener("input", search);
$("#search").addEventListener("submit", e => e.preventDefault());
find.addEventListener("keydown", e => {
  if (e.key === "Enter") go(e.shiftKey ? -1 : 1);
  if (e.key === "Escape") { find.value = ""; search(); find.blur(); }
});

// place selects the next place of the answer, or the one before.
let at = -1;
function place(step) {
  const places = all(".places > li").filter(e => e.checkVisibility());
  if (!places.length) return;
  at = (at + step + places.length) % places.length;
  places[at].scrollIntoView({block: "nearest"});
  select(places[at].dataset.l, places[at]);
}

function theme() {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark" ||
    !document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  try { localStorage.verifyTheme = document.documentElement.dataset.theme; } catch { /* a file may keep nothing */ }
}
try { if (localStorage.verifyTheme) document.documentElement.dataset.theme = localStorage.verifyTheme; } catch { /* as above */ }
$("#theme").addEventListener("click", theme);

function help() {
  const keys = $("#keys");
  keys.hidden = !keys.hidden;
  $("#help").setAttribute("aria-expanded", String(!keys.hidden));
}
$("#help").addEventListener("click", help);

function fold() {
  const folded = all("main details"), open = folded.some(d => !d.open);
  for (const d of folded) d.open = open;
}
addEventListener("beforeprint", () => { for (const d of all("main details")) d.open = true; });

for (const [box, name] of [["#relevant", "only-relevant"], ["#differing", "only-differing"]]) {
  $(box)?.addEventListener("change", e => $(".steps").classList.toggle(name, e.target.checked));
}

const keys = {
  j: () => place(1), k: () => place(-1), t: theme, "?": help, o: fold,
  "/": () => { find.focus(); find.select(); }, Escape: () => select(""),
};
document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input, textarea")) return;
  const f = keys[e.key];
  if (f) { e.preventDefault(); f(); }
});

const wanted = location.hash.slice(1);
if (/^f\d+-\d+$/.test(wanted)) select(wanted);
else if ($(".head[data-l]")) select($(".head").dataset.l, $(".head"));
})();
