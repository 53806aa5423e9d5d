import { inLanguage } from '../words/in-language.ts';
import { chartWindowWords } from './words.en.ts';

export const words = inLanguage('chart-window/words', chartWindowWords);
