import { inLanguage } from '../../words/in-language.ts';
import { onboardingWords } from './words.en.ts';

export const words = inLanguage('features/onboarding/words', onboardingWords);
