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

/// Head and rows of a chart's numbers.
function tableOf(chart) {
  if (chart.kind === "tree")
    return [["part", chart.unit], chart.rows.map(row => ["  ".repeat(row.depth) + row.label, row.value])];
  if (chart.kind === "distribution")
    return [["block", chart.unit, "% up to there"],
            chart.series.flatMap(series => series.points.map(point => [series.name, ...point]))];
  if (chart.kind === "scatter")
    return [["points", "point", ...chart.axes], chart.series.flatMap(series => series.points.map(([x, y, n]) => [series.name, n, x, y]))];
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

function htmlTable(chart) {
  const [head, rows] = tableOf(chart);
  return element("table", {},
    element("thead", {}, element("tr", {}, ...head.map(text => element("th", {scope: "col"}, text)))),
    element("tbody", {}, ...rows.map(row => element("tr", {}, ...row.map(value => element("td", {}, String(value)))))));
}

function tree(chart) {
  const table = element("table", {class: "tree"});
  for (const row of chart.rows) {
    const name = element("td", {style: `padding-left: ${row.depth * 1.2}rem`}, row.label);
    const bar = element("span", {class: "bar", style: `width: ${row.value}%`});
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
  return {markArea: {silent: true, label: {fontSize: 10}, data: areas}};
}

function options(chart) {
  const text = getComputedStyle(document.body).color, line = dark.matches ? "#353a42" : "#d5d9de";
  const axis = (more) => ({nameTextStyle: {color: text}, axisLabel: {color: text, hideOverlap: true}, splitLine: {lineStyle: {color: line}}, ...more});
  const common = {
    animation: false,
    aria: {enabled: true},
    color: ["#3366aa", "#dd8833", "#559944", "#bb4455", "#8866bb", "#997755", "#cc77aa", "#777777", "#aaaa33", "#33aabb"],
    legend: {type: "scroll", top: 0, left: "center", textStyle: {color: text}, pageTextStyle: {color: text}},
    tooltip: {trigger: chart.kind === "distribution" ? "item" : "axis", confine: true, axisPointer: {type: chart.kind === "bars" ? "shadow" : "line"}},
  };
  if (chart.kind === "bars") {
    return {...common,
      grid: {left: 8, right: 24, top: 36, bottom: 30, containLabel: true},
      xAxis: axis({type: "value", name: chart.unit, nameLocation: "middle", nameGap: 22}),
      yAxis: axis({type: "category", data: chart.labels, inverse: true, axisLabel: {color: text, width: narrow() ? 110 : 260, overflow: "truncate", interval: 0}}),
      series: chart.series.map(series => ({type: "bar", stack: "all", name: series.name, data: series.values}))};
  }
  if (chart.kind === "scatter") {
    const value = (name, more) => axis({type: "value", scale: true, name, nameLocation: "middle", ...more});
    return {...common, tooltip: {...common.tooltip, trigger: "item", formatter: ({seriesName, data: [x, y, n]}) => `point ${n}, ${seriesName}<br>${x}, ${y}`},
      grid: {left: 30, right: 24, top: 36, bottom: 34, containLabel: true},
      xAxis: value(chart.axes[0], {nameGap: 26}), yAxis: value(chart.axes[1], {nameGap: narrow() ? 48 : 60}),
      series: chart.series.map((series, i) => ({type: "scatter", name: series.name, symbolSize: i === 0 ? 5 : 9, data: series.points}))};
  }
  if (chart.kind === "parallel") {
    const side = {left: 30, right: 50, top: 60, bottom: 30};
    return {...common, tooltip: {show: false}, parallel: {...side, layout: narrow() ? "vertical" : "horizontal"},
      parallelAxis: chart.dimensions.map((dimension, dim) => axis({dim, name: dimension.name, nameLocation: "start", nameRotate: 0, inverse: false, splitLine: {show: false},
        ...(dimension.categories.length > 0 ? {type: "category", data: dimension.categories} : {type: "value", scale: true})})),
      series: chart.series.map((series, i) => ({type: "parallel", name: series.name, lineStyle: i === 0 ? {width: 1, opacity: .25} : {width: 2, opacity: .9},
        data: series.rows}))};
  }
  const grid = {left: 8, right: 24, top: 60, bottom: 60, containLabel: true};
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
  const shown = texpipeCharts.echarts.init(place, null, {renderer: "svg"});
  shown.setOption(options(chart), true);
  drawn.push({chart, shown});
}

function section(chart) {
  const figure = element("figure", {"aria-label": `${chart.title}. ${chart.note}`});
  const place = chart.kind === "tree" ? tree(chart) : chart.kind === "table" ? element("div", {class: "scroll", tabindex: "0"}, htmlTable(chart)) : element("div", {class: "chart", role: "img", "aria-label": `${chart.title}; the table below has its numbers`});
  figure.append(place);
  const csv = element("a", {download: `${data.name}_${chart.id}.csv`, href: "data:text/csv;charset=utf-8," + encodeURIComponent(csvOf(chart))}, "CSV");
  const details = element("details", {}, element("summary", {}, "Table"));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(element("div", {class: "scroll", tabindex: "0"}, htmlTable(chart)));
  });
  const made = element("section", {id: chart.id}, element("h2", {}, chart.title), element("p", {}, chart.note), figure,
    element("div", {class: "actions"}, csv, details));
  if (chart.kind === "bars") place.style.height = `${Math.max(10, chart.labels.length * 1.35 + 5)}rem`;
  document.getElementById("charts").append(made);
  document.getElementById("contents").append(element("li", {}, element("a", {href: `#${chart.id}`}, chart.title)));
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
  document.getElementById("contents").append(element("li", {}, element("a", {href: "#pixels"}, "Pixels")));
  show(0);
}

for (const chart of data.charts) section(chart);
if (data.pixels?.list.length) pixels(data.pixels);
document.body.dataset.drawn = drawn.filter(({shown}) => shown.getDom().querySelector("path")).length;
const again = () => drawn.forEach(({chart, shown}) => { shown.resize(); shown.setOption(options(chart), true); });
dark.addEventListener("change", again);
addEventListener("resize", again);
