// Draws the charts of a page from the data in it. Every chart has its numbers as a table and as CSV beside it.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const dark = matchMedia("(prefers-color-scheme: dark)");
const narrow = () => innerWidth < 640;
const drawn = [];

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/// Text that may break behind the dots and underscores of a path.
function breakable(text) {
  return String(text).split(/(?<=[._/])(?=[a-z\[])/i).flatMap((part, i) => i === 0 ? [part] : [document.createElement("wbr"), part]);
}

/// A number with the digits that a reader needs: whole ones have all, others four.
function numberText(value) {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : value === 0 || Math.abs(value) >= 1e-4 ? String(Number(value.toPrecision(4))) : value.toExponential(2);
}

// A state, or a place of lines, has one colour in all charts of all pages.
const stateColours = {
  busy: "#3366aa", working: "#3366aa", used: "#3366aa", notifying: "#3366aa",
  starved: "#dd8833", queued: "#dd8833", waiting: "#dd8833", waiting_for_raster: "#dd8833",
  blocked_downstream: "#bb4455", blocked: "#bb4455", send_blocked: "#bb4455", no_free_slot: "#bb4455", queue_full: "#bb4455", store_full: "#bb4455",
  waiting_for_miss: "#8866bb", waiting_for_memory: "#8866bb", "missing lines": "#8866bb", waiting_for_message: "#8866bb",
  own_latency: "#559944", result_latency: "#559944", setup_and_tiles: "#559944", pipe_busy: "#aaaa33", idle: "#8a8f96", done: "#8a8f96",
  "all together": "#997755", l1: "#559944", registers: "#997755", l2: "#33aabb", shared_l2: "#4477cc", l3: "#8866bb", tlb: "#aaaa33", crossbar: "#bb66bb", llc: "#cc77aa", memory: "#dd8833",
};
const otherColours = ["#3366aa", "#bb4455", "#997755", "#aaaa33", "#6677dd", "#bb66bb", "#44aa88", "#cc6633"];
const givenColours = new Map();

/// A colour that stands out from a dark ground as the given one does from a light one.
const onGround = colour => !dark.matches ? colour : "#" + colour.slice(1).match(/../g).map(part => Math.round(parseInt(part, 16) * .7 + 76).toString(16).padStart(2, "0")).join("");

/// Colour of a series or category: its state's, that of the cache in its name ("L3 reads", "l3_port"), or the next one that is free.
function colourOf(name) {
  const known = stateColours[name] ?? stateColours[name.toLowerCase().match(/^(l1|l2|shared.l2|l3|llc|tlb|memory)\b|^(l2|l3|llc|memory)(?=_)/)?.[0].replace(" ", "_")];
  if (known) return onGround(known);
  if (!givenColours.has(name)) givenColours.set(name, otherColours[givenColours.size % otherColours.length]);
  return onGround(givenColours.get(name));
}

/// Head and rows of a chart's numbers.
function tableOf(chart) {
  if (chart.kind === "tree")
    return [["part", chart.unit], chart.rows.map(row => ["  ".repeat(row.depth) + row.label, row.value])];
  if (chart.kind === "distribution")
    return [["block", chart.unit, "% up to there"],
            chart.series.flatMap(series => series.points.map(point => [series.name, ...point]))];
  if (chart.kind === "scatter")
    return [["points", "point", ...chart.axes], chart.series.flatMap(series => series.points.map(([x, y, n]) => [series.name, chart.names?.[n] ?? n, x, y]))];
  if (chart.kind === "parallel")
    return [["points", ...chart.dimensions.map(dimension => dimension.name)],
            chart.series.flatMap(series => series.rows.map(row => [series.name, ...row]))];
  if (chart.kind === "table") return [chart.columns, chart.rows];
  const first = chart.kind === "bars" ? chart.labels : data.ends;
  return [[chart.kind === "bars" ? "unit" : "up to cycle", ...chart.series.map(series => series.name)],
          first.map((label, i) => [label, ...chart.series.map(series => series.values[i] ?? "")])];
}

function csvOf(chart) {
  const cell = value => /[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value;
  const [head, rows] = tableOf(chart);
  return [head, ...rows].map(row => row.map(cell).join(",")).join("\n") + "\n";
}

/// Columns of words stand on the left and may break; those of long sentences have more room.
function htmlTable(chart) {
  const [head, rows] = tableOf(chart);
  const kind = head.map((_, i) => rows.every(row => typeof row[i] === "number" || row[i] === "" || row[i] === null || /^([-+]?[\d.,]+( ?%|[KMG]iB| [a-z\/]{1,9}| \(.*%\))?|–)$/i.test(row[i])) ? "" :
    rows.some(row => String(row[i]).length > 60) ? "sentence" : "words");
  // Values of a unit that the head names have their points below each other.
  const digits = head.map((text, i) => {
    const most = Math.max(...rows.map(row => typeof row[i] === "number" ? Math.abs(row[i]) : 0));
    return /, [a-z]+\d?$/i.test(text) && rows.some(row => !Number.isInteger(row[i])) && most > 0 ? Math.min(6, Math.max(0, 4 - Math.ceil(Math.log10(most)))) : null;
  });
  const number = (value, i) => digits[i] === null ? numberText(value) : value.toLocaleString("en", {minimumFractionDigits: digits[i], maximumFractionDigits: digits[i]});
  const cell = (name, attributes, text, i) => element(name, {...attributes, class: text === "OUTSIDE" ? "words worse" : kind[i]}, ...(typeof text === "number" ? [number(text, i)] : breakable(text ?? "")));
  return element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((text, i) => cell("th", {scope: "col"}, text, i)))),
    element("tbody", {}, ...rows.map(row => element("tr", {}, ...row.map((value, i) => cell("td", {}, value, i))))));
}

function tree(chart) {
  const table = element("table", {class: "tree"});
  for (const row of chart.rows) {
    const name = element("td", {class: "words", style: `padding-left: ${row.depth * 1.2}rem`}, ...breakable(row.label));
    const bar = element("span", {class: "bar", style: `width: ${row.value}%` + `; background: ${row.depth > 0 ? colourOf(row.label) : "var(--line)"}`});
    table.append(element("tr", {}, name, element("td", {}, `${row.value.toFixed(1)} %`), element("td", {"aria-hidden": "true"}, bar)));
  }
  return table;
}

function phases() {
  if (!data.phases) return {};
  const style = name => ({name, itemStyle: {opacity: .08, color: "#888"}});
  const areas = [];
  if (data.phases.steady > 0) areas.push([{...style("ramp"), xAxis: 0}, {xAxis: data.phases.steady}]);
  if (data.phases.drain < data.ends.at(-1)) areas.push([{...style("drain"), xAxis: data.phases.drain}, {xAxis: data.ends.at(-1)}]);
  return {markArea: {silent: true, label: {fontSize: 10, color: getComputedStyle(document.body).color}, data: areas}};
}

const asHtml = text => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);

/// The end of a long name, which tells more than its beginning, from one of its parts on.
function ending(text, most) {
  if (text.length <= most) return text;
  const end = text.slice(text.length - most + 1), part = end.search(/[._]/);
  return "…" + (part >= 0 && part < end.length / 2 ? end.slice(part + 1) : end);
}

/// Height of a chart's legend, whose names take as many lines as the width asks for.
function legendHeight(chart, width) {
  if (chart.series.length < 2) return 0;
  const mark = 45, letter = 7, line = 24;
  let lines = 1, used = 0;
  for (const {name} of chart.series) {
    const wide = mark + letter * name.length;
    if (used > 0 && used + wide > width) { ++lines; used = 0; }
    used += wide;
  }
  return lines * line;
}

/// @param width  of the place, in pixels
function options(chart, width) {
  const legend = legendHeight(chart, width);
  const text = getComputedStyle(document.body).color, line = dark.matches ? "#353a42" : "#d5d9de";
  const axis = (more) => ({nameTextStyle: {color: text}, axisLabel: {color: text, hideOverlap: true}, splitLine: {lineStyle: {color: line}}, ...more});
  const common = {
    animation: false,
    aria: {enabled: true},
    color: chart.series.map(series => colourOf(series.name)),
    legend: {show: chart.series.length > 1, data: chart.series.map(series => series.name), top: 0, left: "center", textStyle: {color: text}},
    tooltip: {trigger: chart.kind === "distribution" ? "item" : "axis", confine: true, valueFormatter: value => value == null ? "" : numberText(value), axisPointer: {type: chart.kind === "bars" ? "shadow" : "line"}},
  };
  if (chart.kind === "bars") {
    const most = chart.most ?? chart.labels.length;
    return {...common,
      grid: {left: 8, right: 24, top: legend + 10, bottom: 30, containLabel: true},
      xAxis: axis({type: "value", name: chart.unit, nameLocation: "middle", nameGap: 22}),
      yAxis: axis({type: "category", data: chart.labels.slice(0, most), inverse: true, axisLine: {onZero: false}, axisLabel: {color: text, interval: 0, formatter: label => ending(label, narrow() ? 24 : 44)}}),
      series: chart.series.map(series => ({type: "bar", ...(chart.beside ? {} : {stack: "all"}), name: series.name, data: series.values.slice(0, most)}))};
  }
  if (chart.kind === "scatter") {
    const value = (name, more) => axis({type: chart.scale ?? "value", scale: true, name, nameLocation: "middle", ...more});
    const all = chart.series.flatMap(series => series.points.flatMap(([x, y]) => [x, y]));
    const ends = [10 ** Math.floor(Math.log10(Math.min(...all))), 10 ** Math.ceil(Math.log10(Math.max(...all)))];
    const same = {type: "line", name: "equal", silent: true, showSymbol: false, lineStyle: {color: text, width: 1}, tooltip: {show: false}, data: [[ends[0], ends[0]], [ends[1], ends[1]]]};
    const shownText = ({seriesName, data: [x, y, n]}) => asHtml(`${chart.names?.[n] ?? `point ${n}`}, ${seriesName}`) + `<br>${numberText(x)}, ${numberText(y)}`;
    return {...common, tooltip: {...common.tooltip, trigger: "item", formatter: shownText},
      grid: {left: 30, right: 24, top: legend + 12, bottom: 34, containLabel: true},
      xAxis: value(chart.axes[0], {nameGap: 26, ...(chart.diagonal ? {min: ends[0], max: ends[1]} : {})}),
      yAxis: value(chart.axes[1], {nameGap: narrow() ? 48 : 60, ...(chart.diagonal ? {min: ends[0], max: ends[1]} : {})}),
      series: chart.series.map((series, i) => ({type: "scatter", name: series.name, symbolSize: i === 0 && !chart.diagonal ? 5 : 9, data: series.points,
        ...(series.hollow ? {itemStyle: {color: "transparent", borderColor: colourOf(series.name), borderWidth: 2}} : {})})).concat(chart.diagonal ? [same] : [])};
  }
  if (chart.kind === "parallel") {
    // Names of axes that lie below each other end at the axes, which begin behind the longest name.
    const longest = Math.max(...chart.dimensions.map(dimension => Math.min(dimension.name.length, 18)));
    const side = {left: narrow() ? 10 + 7 * longest : 30, right: narrow() ? 24 : 50, top: legend + 36, bottom: 30};
    return {...common, tooltip: {show: false}, parallel: {...side, layout: narrow() ? "vertical" : "horizontal"},
      parallelAxis: chart.dimensions.map((dimension, dim) => axis({dim, name: narrow() ? ending(dimension.name, 18) : dimension.name, nameLocation: "start", nameRotate: 0, inverse: false, splitLine: {show: false},
        axisLabel: {color: text, hideOverlap: true, textBorderColor: dark.matches ? "#1d2026" : "#f6f7f9", textBorderWidth: 3},
        ...(dimension.categories.length > 0 ? {type: "category", data: dimension.categories} : {type: "value", scale: true})})),
      series: chart.series.map((series, i) => ({type: "parallel", name: series.name, lineStyle: i === 0 ? {width: 1, opacity: series.rows.length > 50 ? .25 : .8} : {width: 2, opacity: .9},
        data: series.rows}))};
  }
  const grid = {left: 8, right: 24, top: legend + 36, bottom: 60, containLabel: true};
  if (chart.kind === "distribution") {
    return {...common, grid: {...grid, bottom: 34},
      xAxis: axis({type: "log", name: chart.unit, nameLocation: "middle", nameGap: 22, min: 1}),
      yAxis: axis({type: "value", name: "%", max: 100}),
      series: chart.series.map(series => ({type: "line", step: "end", showSymbol: false, name: series.name, data: series.points.map(([x, y]) => [Math.max(x, 1), y])}))};
  }
  const share = chart.kind === "share";
  const start = i => i === 0 ? 0 : data.ends[i - 1];
  return {...common, grid,
    dataZoom: [{type: "slider", height: 18, bottom: 8, textStyle: {color: text}}],
    xAxis: axis({type: "value", name: "cycle", nameLocation: "middle", nameGap: 22, max: data.ends.at(-1)}),
    yAxis: axis({type: "value", name: chart.unit, nameTextStyle: {color: text, align: "left"}, ...(share ? {max: 100} : {})}),
    series: chart.series.map((series, index) => ({type: "line", name: series.name, step: share ? "end" : false, showSymbol: false, connectNulls: false,
      ...(share ? {stack: "all", areaStyle: {opacity: .7}, lineStyle: {width: 0}} : {lineStyle: {width: 1.5}}),
      data: series.values.map((value, i) => [share ? data.ends[i] : (start(i) + data.ends[i]) / 2, value]),
      ...(index === 0 ? phases() : {})}))};
}

function draw(chart, place) {
  const more = Math.max(0, legendHeight(chart, place.clientWidth) - legendHeight(chart, Infinity));
  if (more > 0) place.style.height = `${place.clientHeight + more}px`;
  const shown = texpipeCharts.echarts.init(place, null, {renderer: "svg"});
  shown.setOption(options(chart, place.clientWidth), true);
  drawn.push({chart, shown});
}

function section(chart) {
  const figure = element("figure", {"aria-label": `${chart.title}. ${chart.note}`});
  const place = chart.kind === "tree" ? tree(chart) : chart.kind === "table" ? element("div", {class: "scroll", tabindex: "0"}, htmlTable(chart)) : element("div", {class: "chart", role: "img", "aria-label": `${chart.title}; the table below has its numbers`});
  figure.append(place);
  const csv = element("a", {download: `${data.name}_${chart.id}.csv`, href: "data:text/csv;charset=utf-8," + encodeURIComponent(csvOf(chart))}, "CSV");
  // What is drawn has its numbers as a table on demand.
  const details = chart.kind === "table" ? "" : element("details", {}, element("summary", {}, "Table"));
  if (details) details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(element("div", {class: "scroll", tabindex: "0"}, htmlTable(chart)));
  });
  const made = element("section", {id: chart.id}, element("h2", {}, chart.title), element("p", {}, ...breakable(chart.note)), figure,
    element("div", {class: "actions"}, csv, details));
  if (chart.diagonal) place.style.height = narrow() ? "22rem" : "34rem";
  if (chart.kind === "bars") place.style.height = `${Math.max(chart.series.length > 1 ? 10 : 6, Math.min(chart.labels.length, chart.most ?? Infinity) * (chart.beside ? 0.6 + 0.75 * chart.series.length : 1.35) + 5)}rem`;
  document.getElementById("charts").append(made);
  if (chart.kind !== "tree" && chart.kind !== "table") draw(chart, place);
  const points = chart.rows?.length ?? chart.series.reduce((sum, series) => sum + (series.values ?? series.points ?? series.rows).length, 0);
  made.dataset.points = points;
}

/// Recorded pixels: a place on the picture for each, and a list for the keyboard; both show what happened to it.
function pixels({width, height, list}) {
  const picture = document.querySelector("#picture img");
  const history = element("pre", {tabindex: "0", "aria-live": "polite"});
  const choice = element("select", {id: "pixel"}, ...list.map((pixel, i) => element("option", {value: i}, `${pixel.x}, ${pixel.y}`)));
  const spots = list.map((pixel, i) => element("button", {class: "spot", type: "button", "aria-label": `pixel ${pixel.x}, ${pixel.y}`,
    style: `left: ${100 * (pixel.x + .5) / width}%; top: ${100 * (pixel.y + .5) / height}%`}));
  const show = i => {
    choice.value = i;
    history.textContent = list[i].history;
    spots.forEach((spot, n) => spot.setAttribute("aria-pressed", n === i));
  };
  spots.forEach((spot, i) => spot.addEventListener("click", () => show(i)));
  choice.addEventListener("change", () => show(Number(choice.value)));
  const made = element("section", {id: "pixels"}, element("h2", {}, "Pixels"),
    element("p", {}, `What happened to ${list.length} recorded pixels: choose one here, or click on it in the picture.`),
    element("p", {}, element("label", {for: "pixel"}, "pixel "), choice), history);
  if (picture) {
    const frame = element("div", {class: "spots"});
    picture.replaceWith(frame);
    frame.append(picture, ...spots);
    // The nearest one, wherever in the picture somebody clicks.
    picture.addEventListener("click", event => {
      const x = event.offsetX / picture.clientWidth * width, y = event.offsetY / picture.clientHeight * height;
      const distance = pixel => (pixel.x - x) ** 2 + (pixel.y - y) ** 2;
      show(list.reduce((best, pixel, i) => distance(pixel) < distance(list[best]) ? i : best, 0));
    });
    document.getElementById("picture").after(made);
  } else {
    document.getElementById("charts").after(made);
  }
  show(0);
}

for (const chart of data.charts) section(chart);
if (data.pixels?.list.length) pixels(data.pixels);
for (const part of document.querySelectorAll("section[id]"))
  document.getElementById("contents").append(element("li", {}, element("a", {href: `#${part.id}`}, part.querySelector("h2").textContent)));
// The machine is seen from its middle on where it is wider than its place; draws over time from their names on.
for (const wide of document.querySelectorAll("#machine .wide")) wide.scrollLeft = (wide.scrollWidth - wide.clientWidth) / 2;
document.body.dataset.drawn = drawn.filter(({shown}) => shown.getDom().querySelector("path")).length;
const again = () => drawn.forEach(({chart, shown}) => { shown.resize(); shown.setOption(options(chart, shown.getWidth()), true); });
dark.addEventListener("change", again);
addEventListener("resize", again);
