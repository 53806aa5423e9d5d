import { inLanguage } from '../words/in-language.ts';
import { chartWords } from './words.en.ts';

export const words = inLanguage('chart/words', chartWords);
