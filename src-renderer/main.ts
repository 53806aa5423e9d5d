import './app/trusted-types.ts';
import './styles/base.css';
import './styles/name-fonts.ts';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { mainApi } from './client/main-api.ts';

const target = document.getElementById('desk');
if (target === null) throw new Error('The page has no place for the desk.');
mount(App, { target, props: { api: mainApi() } });
