import { inLanguage } from '../../words/in-language.ts';
import { profileWords } from './profile-words.en.ts';

export const words = inLanguage('features/settings/profile-words', profileWords);
