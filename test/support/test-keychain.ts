/** Where tests keep entries in a keychain: never among those of whoever runs them. */
export const TEST_KEYCHAIN = 'Touchstone test';
