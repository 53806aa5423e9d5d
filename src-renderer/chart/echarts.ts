import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// The parts of ECharts that the static plots use. `Plot.svelte` loads them on demand: they would be almost half of the
// desk's script.

use([CustomChart, LineChart, ScatterChart, GridSimpleComponent, CanvasRenderer]);

export { init };
