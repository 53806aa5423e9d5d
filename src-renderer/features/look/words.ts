import { inLanguage } from '../../words/in-language.ts';
import { lookWords } from './words.en.ts';

export const words = inLanguage('features/look/words', lookWords);
