import { inLanguage } from '../../words/in-language.ts';
import { swapWords } from './words.en.ts';

export const words = inLanguage('features/swap/words', swapWords);
