import { inLanguage } from '../../words/in-language.ts';
import { orderWords } from './words.en.ts';

export const words = inLanguage('features/orders/words', orderWords);
