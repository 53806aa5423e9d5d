import { inLanguage } from '../../words/in-language.ts';
import { approvalPageWords } from './words.en.ts';

export const words = inLanguage('features/approval/words', approvalPageWords);
