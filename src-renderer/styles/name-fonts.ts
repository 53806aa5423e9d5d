/**
 * Fonts for the scripts that Inter lacks: token names come in all of them. Each file covers a range of characters and is
 * loaded once a page shows one of those.
 */
import '@fontsource/noto-emoji/400.css';
import '@fontsource/noto-sans-arabic/400.css';
import '@fontsource/noto-sans-devanagari/400.css';
import '@fontsource/noto-sans-hebrew/400.css';
import '@fontsource/noto-sans-kr/400.css';
import '@fontsource/noto-sans-sc/400.css';
import '@fontsource/noto-sans-thai/400.css';
