import type { AlertWindow } from '../alert.ts';
import type { DcaIntervalId } from '../dca.ts';
import { isoMoment } from '../time.ts';
import { figureOf, germanFigure, type ShownAmount } from './figures.ts';
import { germanTicker } from './names.ts';

/** `12,5 ADA`, or `17 Basiseinheiten von 3fa1…c27e`. Of what has no name: `12,5 Token`, or `17 Basiseinheiten des Tokens`. */
export function amount(shown: ShownAmount): string {
  const { named, name } = shown;
  const what = named
    ? germanTicker(name) || 'Token'
    : `Basiseinheiten ${name === '' ? 'des Tokens' : `von ${name}`}`;
  return `${germanFigure(figureOf(shown))} ${what}`;
}

/** Amounts in the order given. */
export function amounts(all: readonly ShownAmount[]): string {
  return all.map(amount).join(' und ') || 'nichts';
}

/** `A, B und C`. */
export function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} und ${parts.at(-1) ?? ''}`;
}

export const INTERVALS: Readonly<Record<DcaIntervalId, string>> = {
  '1min': 'jede Minute',
  '5min': 'alle 5 Minuten',
  '15min': 'alle 15 Minuten',
  '30min': 'alle 30 Minuten',
  '1hour': 'jede Stunde',
  '2hour': 'alle 2 Stunden',
  '4hour': 'alle 4 Stunden',
  '1day': 'jeden Tag',
  '1week': 'jede Woche',
  '1month': 'jeden Monat',
};

/** A moment (milliseconds since 1970) to the second, in UTC: _endet um 14:05:00 UTC am 2026-01-01_. */
export function moment(at: bigint): string {
  const iso = isoMoment(at);
  return iso ? `um ${iso.time} UTC am ${iso.date}` : 'zu einer Zeit jenseits aller Kalender';
}

/** The same after _bis_, _nach_ or _von_. */
export function ofMoment(at: bigint): string {
  const iso = isoMoment(at);
  return iso ? `${iso.time} UTC am ${iso.date}` : 'einer Zeit jenseits aller Kalender';
}

/** How long an alert looks back. */
export const LOOK_BACK: Readonly<Record<AlertWindow, string>> = {
  '5min': '5 Minuten',
  '15min': '15 Minuten',
  '1hour': '1 Stunde',
  '4hour': '4 Stunden',
  '12hour': '12 Stunden',
};
