import { failure, type Failure } from '#domain/failure.ts';
import { failed, ok, type Result } from '#domain/result.ts';
import { parseKeystore, type KeystoreFile } from './keystore-format.ts';

const FORMAT = 'touchstone-backup';

/** The text of a backup file: it is encrypted, and opens with the spending password alone, on any machine. */
export function backupText(content: Uint8Array, file: KeystoreFile, address: string): string {
  return `${JSON.stringify(
    {
      format: FORMAT,
      version: 1,
      network: file.header.network,
      address,
      keystore: Buffer.from(content).toString('base64'),
    },
    null,
    2,
  )}\n`;
}

/**
 * Reads a backup file's text. Failures: `backup-malformed`, `keystore-newer`. What stands beside the keystore is for
 * people and is not believed.
 */
export function parseBackup(text: string): Result<KeystoreFile, Failure> {
  const encoded = encodedKeystore(text);
  const content = Buffer.from(encoded ?? '', 'base64');
  if (encoded === undefined || content.toString('base64') !== encoded)
    return failed(failure('backup-malformed'));
  const file = parseKeystore(content);
  if (!file.ok)
    return failed(file.failure.code === 'keystore-newer' ? file.failure : failure('backup-malformed'));
  return file.value.header.kind === 'backup' ? ok(file.value) : failed(failure('backup-malformed'));
}

function encodedKeystore(text: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { format, keystore } = parsed as { readonly format?: unknown; readonly keystore?: unknown };
    return format === FORMAT && typeof keystore === 'string' ? keystore : undefined;
  } catch {
    return undefined;
  }
}
