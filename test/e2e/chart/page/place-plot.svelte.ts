import { mount } from 'svelte';
import Plot from '../../../../src-renderer/chart/Plot.svelte';
import type { PlotOption } from '../../../../src-renderer/chart/plots.ts';

const LINE: PlotOption = {
  animation: false,
  xAxis: { type: 'value' },
  yAxis: { type: 'value' },
  series: [
    {
      type: 'line',
      data: [
        [0, 0],
        [1, 1],
      ],
    },
  ],
};

/** Puts a plot on the page; returns a function that shows a line in it, or nothing. */
export function placePlot(target: HTMLElement): (shown: boolean) => void {
  const props = $state({
    option: undefined as (() => PlotOption) | undefined,
    summary: 'a plot',
    height: 100,
  });
  mount(Plot, { target, props });
  return (shown) => (props.option = shown ? () => LINE : undefined);
}
