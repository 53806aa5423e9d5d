import { inLanguage } from '../../words/in-language.ts';
import { marketsWords } from './words.en.ts';

export const words = inLanguage('features/markets/words', marketsWords);
