import { expect } from 'vitest';
import { FundedPlace, type CommandJson } from './command-line.ts';
import { jsonWithoutNetwork } from './without-network.ts';

/** A bundle, and the output of the command that wrote it. */
interface Exported {
  readonly bundle: string;
  readonly json: CommandJson;
}

/** A funded wallet, watched where there is a network, with its keys signing where there is none. */
export class OfflinePlace extends FundedPlace {
  /** The findings that a careful reader accepts: the tokens' names, and the costs of a small trade. */
  readonly accepted = ['--accept', 'O3,V16,V3,P7,P4,P10,V12'];
  /** Receipts of everything signed with the words. */
  readonly receipts: string[] = [];
  #files = 0;

  /** A path where no file exists yet. */
  fresh(name: string): string {
    return this.path(`${(this.#files += 1)}-${name}`);
  }

  async exported(kind: string, ...args: readonly string[]): Promise<Exported> {
    const bundle = this.fresh('bundle.json');
    const { code, json, stderr } = await this.json([
      ...['export', kind, ...this.there, '--address', this.address],
      ...['--bundle', bundle, ...args],
    ]);
    expect(stderr + JSON.stringify(json)).not.toContain('"failure"');
    expect(code).toBe(0);
    return { bundle, json };
  }

  /**
   * Signs in a process without a network; returns the files of its signatures, one for each key of each transaction.
   */
  async signed(bundle: string, keys: readonly string[] = this.keys): Promise<readonly string[]> {
    const witness = this.fresh('witness.json');
    const receipt = keys === this.keys ? this.fresh('receipt.json') : undefined;
    const { code, json, stderr } = await jsonWithoutNetwork(
      ['offline', 'sign', '--bundle', bundle, ...keys, '--out', witness, '--yes', ...this.accepted].concat(
        receipt === undefined ? [] : ['--receipt', receipt],
      ),
      this.path('offline'),
    );
    expect(stderr + JSON.stringify(json)).not.toContain('"failure"');
    expect(code).toBe(0);
    this.receipts.push(...((json['receipts'] ?? []) as readonly string[]));
    return json['witnesses'] as readonly string[];
  }

  imported(bundle: string, witnesses: readonly string[], wait: string) {
    return this.json([
      ...['import-witness', '--bundle', bundle, ...this.there],
      ...witnesses.flatMap((file) => ['--witness', file]),
      ...['--wait', wait, '--yes'],
    ]);
  }
}
