import { inLanguage } from '../../words/in-language.ts';
import { limitWords } from './words.en.ts';

export const words = inLanguage('features/limit/words', limitWords);
