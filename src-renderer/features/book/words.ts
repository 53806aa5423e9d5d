import { inLanguage } from '../../words/in-language.ts';
import { bookWords } from './words.en.ts';

export const words = inLanguage('features/book/words', bookWords);
