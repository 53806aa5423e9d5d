import './app/trusted-types.ts';
import './styles/base.css';
import './styles/name-fonts.ts';
import { mount } from 'svelte';
import { offlineApi } from './client/offline-api.ts';
import OfflineDesk from './features/offline/OfflineDesk.svelte';

const target = document.getElementById('offline');
if (target === null) throw new Error('The page has no place for the desk.');
mount(OfflineDesk, { target, props: { api: offlineApi() } });
