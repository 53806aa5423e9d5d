import { LineChart, ScatterChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import { init, use, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

/** Colours of the axes, as CSS colours that a canvas understands, and the type face. */
export interface PlotLook {
  readonly line: string;
  readonly text: string;
  readonly font: string;
}

/** A picture as ECharts wants it. */
export type PlotOption = Record<string, unknown>;

type Point = readonly [number, number];

const LABEL_PX = 11;

/** The two axes of every plot: `x` below, `y` at the right with its lines across. */
export function plotAxes(
  look: PlotLook,
  x: PlotOption & { readonly axisLabel: PlotOption },
  y: PlotOption & { readonly axisLabel: PlotOption },
): PlotOption {
  const label = { color: look.text, fontFamily: look.font, fontSize: LABEL_PX };
  return {
    xAxis: {
      axisLine: { lineStyle: { color: look.line } },
      axisTick: { show: false },
      splitLine: { show: false },
      ...x,
      axisLabel: { ...label, hideOverlap: true, ...x.axisLabel },
    },
    yAxis: {
      type: 'value',
      position: 'right',
      splitNumber: 3,
      splitLine: { lineStyle: { color: look.line, opacity: 0.6 } },
      ...y,
      axisLabel: { ...label, ...y.axisLabel },
    },
  };
}

/** A line through points, without marks on them. */
export function plotLine(data: readonly Point[], lineStyle: PlotOption): PlotOption {
  return { type: 'line', data, silent: true, animation: false, showSymbol: false, lineStyle };
}

/** A still picture in an element, which can tell what is under the pointer. Nothing here knows what it shows. */
export class Plot {
  readonly #chart: EChartsType;
  readonly #watcher: ResizeObserver;

  constructor(element: HTMLElement) {
    use([LineChart, ScatterChart, GridSimpleComponent, CanvasRenderer]);
    this.#chart = init(element, null, { renderer: 'canvas' });
    this.#watcher = new ResizeObserver(() => this.#chart.resize());
    this.#watcher.observe(element);
  }

  draw(option: PlotOption): void {
    this.#chart.setOption(option, { notMerge: true, silent: true });
  }

  /** The value of the lower axis under a pixel of the element's width. */
  valueAt(x: number): number {
    const value: unknown = this.#chart.convertFromPixel({ xAxisIndex: 0 }, x);
    return Number(value);
  }

  dispose(): void {
    this.#watcher.disconnect();
    this.#chart.dispose();
  }
}
