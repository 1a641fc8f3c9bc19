// What the pages use of Apache ECharts; scripts/build_echarts.sh makes echarts.min.js of it.
import * as echarts from "echarts/core";
import { BarChart, LineChart, ParallelChart, ScatterChart } from "echarts/charts";
import { AriaComponent, DataZoomSliderComponent, GridComponent, LegendComponent, LegendScrollComponent, MarkAreaComponent, ParallelComponent, TooltipComponent } from "echarts/components";
import { SVGRenderer } from "echarts/renderers";
echarts.use([AriaComponent, BarChart, DataZoomSliderComponent, GridComponent, LegendComponent, LegendScrollComponent, LineChart, MarkAreaComponent, ParallelChart, ParallelComponent, ScatterChart, SVGRenderer, TooltipComponent]);
export { echarts };
