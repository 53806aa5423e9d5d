import { inLanguage } from '../../words/in-language.ts';
import { dcaCatalogue } from './words.en.ts';

export const words = inLanguage('features/dca/words', dcaCatalogue);
