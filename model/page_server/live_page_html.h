// The page that `run --serve` shows.
#pragma once

#include <string_view>

namespace texpipe::page_server {

inline constexpr std::string_view kLivePageHtml = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>texpipe run</title>
<style>
:root { color-scheme: light dark; --back: #fff; --text: #1a1c20; --line: #d5d9de; font: 16px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --back: #15171b; --text: #e6e8eb; --line: #353a42; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--back); color: var(--text); }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; }
progress, meter { width: 100%; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .1rem .5rem; border-bottom: 1px solid var(--line); }
td:nth-child(2) { min-width: 5rem; } td:nth-child(3) { text-align: right; white-space: nowrap; }
@media (max-width: 40rem) { .wordy tr { display: grid; grid-template-columns: 1fr auto; border-bottom: 1px solid var(--line); } .wordy td { border: 0; }
  .wordy td:nth-child(1), .wordy td:nth-child(4) { grid-column: 1 / 3; } .wordy thead { display: none; } }
.rows { display: grid; grid-template-columns: minmax(0, 12rem) 1fr 3.5rem; gap: .25rem .75rem; align-items: center; font-variant-numeric: tabular-nums; }
.rows svg { display: block; width: 100%; height: 1.6rem; background: #8882; } .rows path { fill: #4a80c4; } .rows > span:nth-child(3n) { text-align: right; }
p { margin: .25rem 0; }
button { font: inherit; padding: .25rem 1rem; }
</style>
</head>
<body>
<h1 id="title">texpipe run</h1>
<p id="status" role="status">asking</p>
<progress id="threads" max="1" value="0" aria-label="threads that ended"></progress>
<p><button id="hold" type="button">Pause</button> <button id="trace" type="button" hidden>Stop trace</button></p>
<p id="untraced">With <code>--trace FILE</code> this page starts and stops the recording of a trace.</p>
<h2>Use over time</h2>
<p>The share of the time in which each kind of unit worked: a column for each look at the run, the latest on the right; as a number that of the last one.</p>
<div id="units"></div>
<h2>Hit rates over time</h2>
<div id="caches"></div>
<p id="none">No cache has told of lookups yet; loosely timed runs do so at their end.</p>
<h2>Fullest queues</h2>
<table class="wordy"><thead><tr><th scope="col">queue</th><th scope="col">fill</th><th scope="col">entries</th><th scope="col">at its head</th></tr></thead>
<tbody id="queues"></tbody></table>
<script>
"use strict";
const token = new URLSearchParams(location.search).get("token") ?? "";
const at = id => document.getElementById(id);
const ask = (path, method) => fetch(`${path}?token=${encodeURIComponent(token)}`, {method});
const kLooks = 60;
let paused = false, traced = null, before;
const histories = new Map();

/// Shares that a kind of thing took of its room from look to look; the first is of the run until then.
function rate(kind, name, part, whole) {
  const key = kind + name, history = histories.get(key) ?? {rates: [], part: 0, whole: 0};
  histories.set(key, history);
  if (whole > history.whole) {
    history.rates.push(Math.min(1, Math.max(0, (part - history.part) / (whole - history.whole))));
    if (history.rates.length > kLooks) history.rates.shift();
    Object.assign(history, {part, whole});
  }
  return history.rates;
}

/// Rows of a name, columns over time and the last number.
function rows(place, kind, list) {
  const made = document.createElement("div");
  made.className = "rows";
  for (const {name, part, whole} of list) {
    const rates = rate(kind, name, part, whole), holder = document.createElement("span");
    holder.innerHTML = `<svg viewBox="0 0 ${kLooks} 1" preserveAspectRatio="none" role="img"><path d="${rates.map((share, i) => `M${kLooks - rates.length + i} 1v${-share}h.9v${share}z`).join("")}"/></svg>`;
    holder.firstChild.setAttribute("aria-label", `${name} over time`);
    const label = document.createElement("span"), number = document.createElement("span");
    label.append(breakable(name));
    number.append(rates.length ? `${(100 * rates.at(-1)).toFixed(0)} %` : "");
    made.append(label, holder, number);
  }
  at(place).replaceChildren(made);
}

const durationText = seconds => seconds >= 5400 ? `${(seconds / 3600).toFixed(1)} h` : seconds >= 90 ? `${Math.round(seconds / 60)} min` : `${Math.max(1, Math.round(seconds))} s`;

/// Time that is left when threads go on ending as they did.
function leftText(state) {
  if (state.threads === 0 || state.threads >= state.threads_total) return "";
  const running = state.seconds - state.held;
  return `, about ${durationText(running / state.threads * (state.threads_total - state.threads))} ${state.paused ? "of running left" : "left"}`;
}

function cell(content) {
  const made = document.createElement("td");
  made.append(content);
  return made;
}
/// Text that may break behind the dots of a path.
function breakable(text) {
  const made = document.createDocumentFragment();
  made.append(...text.split(/(?<=[._])(?=[a-z])/).flatMap((part, i) => i === 0 ? [part] : [document.createElement("wbr"), part]));
  return made;
}
function show(state) {
  at("title").textContent = `${state.study} on ${state.machine}`;
  document.title = `${Math.floor(100 * state.threads / Math.max(state.threads_total, 1))} % ${state.study}`;
  at("threads").max = Math.max(state.threads_total, 1);
  at("threads").value = state.threads;
  const speed = before && state.seconds > before.seconds ? (state.cycle - before.cycle) / (state.seconds - before.seconds) : state.cycle / Math.max(state.seconds, 1e-9);
  before = state;
  paused = state.paused;
  at("status").textContent = `${paused ? "paused" : "runs"}: cycle ${state.cycle.toLocaleString("en")}, ${state.threads.toLocaleString("en")} of ${state.threads_total.toLocaleString("en")} threads ended${paused ? "" : `, ${Math.round(speed).toLocaleString("en")} cycles/s`}${leftText(state)}`;
  at("hold").textContent = paused ? "Resume" : "Pause";
  traced = state.trace;
  at("trace").hidden = !traced;
  at("untraced").hidden = !!traced;
  at("trace").textContent = traced === "on" ? "Stop trace" : "Start trace";
  const short = name => name.replace(/^slice\.(subslice\.)?/, "");
  rows("units", "unit ", state.units.map(({name, busy, all}) => ({name: short(name), part: busy, whole: all})));
  rows("caches", "cache ", state.caches.map(({name, hits, lookups}) => ({name, part: hits, whole: lookups})));
  at("none").hidden = state.caches.length > 0;
  at("queues").replaceChildren(...state.queues.map(queue => {
    const row = document.createElement("tr"), meter = document.createElement("meter");
    meter.max = queue.capacity;
    meter.value = queue.level;
    meter.setAttribute("aria-label", queue.name);
    row.append(cell(breakable(queue.name)), cell(meter), cell(`${queue.level} / ${queue.capacity}`), cell(breakable(queue.head)));
    return row;
  }));
}
async function look() {
  try {
    const answer = await ask("/state", "GET");
    if (!answer.ok) throw new Error();
    show(await answer.json());
    setTimeout(look, 500);
  } catch {
    at("status").textContent = "the run has ended";
    at("hold").disabled = at("trace").disabled = true;
  }
}
at("hold").addEventListener("click", () => ask(paused ? "/resume" : "/pause", "POST"));
at("trace").addEventListener("click", () => ask(traced === "on" ? "/trace_stop" : "/trace_start", "POST"));
look();
</script>
</body>
</html>
)html";

}  // namespace texpipe::page_server
