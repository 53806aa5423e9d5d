import { inLanguage } from '../../words/in-language.ts';
import { ladderCatalogue } from './words.en.ts';

export const words = inLanguage('features/ladder/words', ladderCatalogue);
