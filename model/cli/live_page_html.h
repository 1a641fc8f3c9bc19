// The page that `run --serve` shows.
#pragma once

#include <string_view>

namespace texpipe::cli {

inline constexpr std::string_view kLivePageHtml = R"html(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>texpipe run</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
progress, meter { width: 100%; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .1rem .5rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere; }
td:nth-child(2) { min-width: 8rem; } td:nth-child(3) { text-align: right; white-space: nowrap; }
button { font: inherit; padding: .25rem 1rem; }
</style>
</head>
<body>
<h1 id="title">texpipe run</h1>
<p id="status" role="status">asking</p>
<progress id="threads" max="1" value="0" aria-label="threads that ended"></progress>
<p><button id="hold" type="button">Pause</button></p>
<h2>Fullest queues</h2>
<table><thead><tr><th scope="col">queue</th><th scope="col">fill</th><th scope="col">entries</th><th scope="col">at its head</th></tr></thead>
<tbody id="queues"></tbody></table>
<script>
"use strict";
const token = new URLSearchParams(location.search).get("token") ?? "";
const at = id => document.getElementById(id);
const ask = (path, method) => fetch(`${path}?token=${encodeURIComponent(token)}`, {method});
let paused = false, before;
function cell(content) {
  const made = document.createElement("td");
  made.append(content);
  return made;
}
function show(state) {
  at("title").textContent = `${state.study} on ${state.machine}`;
  document.title = `${Math.floor(100 * state.threads / Math.max(state.threads_total, 1))} % ${state.study}`;
  at("threads").max = Math.max(state.threads_total, 1);
  at("threads").value = state.threads;
  const rate = before && state.seconds > before.seconds ? (state.cycle - before.cycle) / (state.seconds - before.seconds) : state.cycle / Math.max(state.seconds, 1e-9);
  before = state;
  paused = state.paused;
  at("status").textContent = `${paused ? "paused" : "runs"}: cycle ${state.cycle.toLocaleString("en")}, ${state.threads.toLocaleString("en")} of ${state.threads_total.toLocaleString("en")} threads ended, ${Math.round(rate).toLocaleString("en")} cycles/s`;
  at("hold").textContent = paused ? "Resume" : "Pause";
  at("queues").replaceChildren(...state.queues.map(queue => {
    const row = document.createElement("tr"), meter = document.createElement("meter");
    meter.max = queue.capacity;
    meter.value = queue.level;
    meter.setAttribute("aria-label", queue.name);
    row.append(cell(queue.name), cell(meter), cell(`${queue.level} / ${queue.capacity}`), cell(queue.head));
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
    at("hold").disabled = true;
  }
}
at("hold").addEventListener("click", () => ask(paused ? "/resume" : "/pause", "POST"));
look();
</script>
</body>
</html>
)html";

}  // namespace texpipe::cli
