import { inLanguage } from '../words/in-language.ts';
import { stateWords } from './words.en.ts';

export const words = inLanguage('state/words', stateWords);
