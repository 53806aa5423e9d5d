import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// What the static plots need of ECharts. Nearly half of the desk's script: `Plot.svelte` loads it with the first plot.

use([CustomChart, LineChart, ScatterChart, GridSimpleComponent, CanvasRenderer]);

export { init };
