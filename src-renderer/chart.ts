import './app/trusted-types.ts';
import './styles/base.css';
import './styles/name-fonts.ts';
import { mount } from 'svelte';
import ChartWindow from './chart-window/ChartWindow.svelte';
import { chartApi } from './client/chart-api.ts';

const target = document.getElementById('chart');
if (target === null) throw new Error('The page has no place for the chart.');
mount(ChartWindow, { target, props: { api: chartApi() } });
