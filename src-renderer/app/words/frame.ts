import { inLanguage } from '../../words/in-language.ts';
import { frameWords } from './frame.en.ts';

export const words = inLanguage('app/words/frame', frameWords);
