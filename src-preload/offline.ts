import { offlineTable } from '#contract/index.ts';
import { exposeApi, onKeepText } from './electron-transport.ts';
import { keepStrayText } from './stray-text.ts';

keepStrayText(onKeepText);
exposeApi(offlineTable);
