import { inLanguage } from '../../words/in-language.ts';
import { offlineWords } from './words.en.ts';

export const words = inLanguage('features/offline/words', offlineWords);
