import { inLanguage } from '../words/in-language.ts';
import { uiWords } from './words.en.ts';

export const words = inLanguage('ui/words', uiWords);
