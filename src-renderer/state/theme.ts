import type { PreferencesView } from '#contract/views.ts';

/** Shows the whole page in a theme; `system` leaves it to the system. */
export function showTheme(theme: PreferencesView['theme']): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
