import { inLanguage } from '../../words/in-language.ts';
import { tradeWords } from './trade-words.en.ts';

export const words = inLanguage('features/activity/trade-words', tradeWords);
