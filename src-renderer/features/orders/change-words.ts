import { inLanguage } from '../../words/in-language.ts';
import { changeWords } from './change-words.en.ts';

export const words = inLanguage('features/orders/change-words', changeWords);
