import { chartTable } from '#contract/index.ts';
import { exposeApi } from './electron-transport.ts';

exposeApi(chartTable);
