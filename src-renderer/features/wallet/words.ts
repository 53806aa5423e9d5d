import { inLanguage } from '../../words/in-language.ts';
import { walletWords } from './words.en.ts';

export const words = inLanguage('features/wallet/words', walletWords);
