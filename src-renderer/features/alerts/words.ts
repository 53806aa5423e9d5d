import { inLanguage } from '../../words/in-language.ts';
import { alertWords } from './words.en.ts';

export const words = inLanguage('features/alerts/words', alertWords);
