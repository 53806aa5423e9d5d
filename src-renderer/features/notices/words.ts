import { inLanguage } from '../../words/in-language.ts';
import { noticeWords } from './words.en.ts';

export const words = inLanguage('features/notices/words', noticeWords);
