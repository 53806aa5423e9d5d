import { inLanguage } from '../../words/in-language.ts';
import { keysWords } from './keys.en.ts';

export const words = inLanguage('app/words/keys', keysWords);
