import { inLanguage } from '../../words/in-language.ts';
import { replayWords } from './words.en.ts';

export const words = inLanguage('features/replay/words', replayWords);
