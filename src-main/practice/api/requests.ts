import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { parseAssetId, type AssetId } from '#domain/asset.ts';
import { numberToUnits } from '#domain/decimal.ts';
import { parseAddress, type Address } from '../../cardano/address.ts';
import type { Practice } from '../practice.ts';
import { type Api, type ApiReply, type ApiRequest, reply, type Route } from './server.ts';
import type { Dialect, Wire } from './wire.ts';

/** Why the service refuses a request. The specification shows no error bodies; practice uses one format for all. */
export class ServiceError extends Error {
  readonly status: number;
  /** Stable snake_case code; in the wild dialect it is the whole body. */
  readonly code: string;
  /** The field at fault, if any, and figures. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.facts = facts;
  }
}

/** The error for a missing or wrong field. */
export function malformed(field: string, message: string): ServiceError {
  return new ServiceError(400, 'malformed_request', `${field} ${message}`, { field });
}

export function errorReply(error: ServiceError, dialect: Dialect): ApiReply {
  if (dialect === 'wild') return reply(error.status, error.code);
  return reply(error.status, { error: error.code, message: error.message, ...error.facts });
}

type Fields = Readonly<Record<string, unknown>>;

/** The body as a JSON object. @throws ServiceError when it is not one. */
export function jsonObject(body: Uint8Array): Fields {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw malformed('body', 'is not JSON');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw malformed('body', 'must be an object');
  return json as Fields;
}

/** @throws ServiceError naming the field when it is missing or not a string. */
export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  if (value === undefined) throw malformed(name, 'is missing');
  if (typeof value !== 'string') throw malformed(name, 'must be a string');
  return value;
}

/** The address in `text`, from the field or path segment `name`. @throws ServiceError naming it. */
export function readAddress(text: string, name: string): Address {
  const parsed = parseAddress(text);
  if (!parsed.ok) throw malformed(name, `is not an address: ${parsed.failure}`);
  return parsed.value;
}

/** A token id; the empty string is ADA. @throws ServiceError naming the field. */
export function assetField(fields: Fields, name: string): AssetId {
  const asset = parseAssetId(textField(fields, name));
  if (asset === undefined) throw malformed(name, 'must be a token id, or the empty string for ADA');
  return asset;
}

/** @throws ServiceError naming the field when it is missing or not a finite number. */
export function numberField(fields: Fields, name: string): number {
  const value = fields[name];
  if (value === undefined) throw malformed(name, 'is missing');
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed(name, 'must be a number');
  return value;
}

/** Parts per million of a percentage from 0 to below 100. @throws ServiceError naming the field. */
export function percentField(fields: Fields, name: string): bigint {
  const ppm = numberToUnits(numberField(fields, name), 4, 'nearest');
  if (ppm === undefined || ppm < 0n || ppm >= 1_000_000n)
    throw malformed(name, 'must be a percentage from 0 to below 100');
  return ppm;
}

/**
 * Base units of a display amount; digits beyond the token's decimals are dropped. @throws ServiceError unless the
 * rest is positive.
 */
export function amountField(fields: Fields, name: string, decimals: number): bigint {
  const units = numberToUnits(numberField(fields, name), decimals, 'floor');
  if (units === undefined || units <= 0n) throw malformed(name, 'must be more than zero');
  if (units >= 1n << 63n) throw malformed(name, 'is more than any token has');
  return units;
}

/** A list of strings; absent means empty. @throws ServiceError naming the field. */
export function codesField(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > 256 || !value.every((item) => typeof item === 'string'))
    throw malformed(name, 'must be an array of exchange codes');
  return value;
}

/** A whole number of at least 1; absent means 1. @throws ServiceError naming the field. */
export function countField(fields: Fields, name: string): number {
  const value = fields[name];
  if (value === undefined || value === null) return 1;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw malformed(name, 'must be a whole number, 1 or more');
  return value;
}

/** An optional string; empty counts as absent. @throws ServiceError naming the field. */
export function optionalTextField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return value === undefined || value === null || value === '' ? undefined : textField(fields, name);
}

/** One of a list of words. @throws ServiceError naming the field. */
export function wordField<T extends string>(fields: Fields, name: string, words: readonly T[]): T {
  const text = textField(fields, name);
  const word = words.find((item) => item === text);
  if (word === undefined) throw malformed(name, `must be one of ${words.join(', ')}`);
  return word;
}

/** Options of both of the service's APIs. */
export interface ServiceOptions {
  readonly apiKey: string;
  readonly wire: Wire;
}

const BODY_LIMIT = 64 * 1024;

/** Routes that require the key. */
export function guarded(routes: readonly Route[], { apiKey, wire }: ServiceOptions): Api {
  const codes = {
    400: 'malformed_request',
    403: 'web_page',
    404: 'not_found',
    405: 'method_not_allowed',
    413: 'body_too_large',
    500: 'internal',
  };
  return {
    routes,
    bodyLimit: BODY_LIMIT,
    admit(headers, method) {
      const refused = refusalOf(headers, apiKey);
      const isOpen = method === 'GET' && wire.uses('reads-without-key', 'keys');
      if (refused?.code === 'key_missing' && isOpen) return undefined;
      return refused && (wire.refusal('*', 'keys', refused.code) ?? errorReply(refused, wire.dialect));
    },
    trouble: (status, message) => errorReply(new ServiceError(status, codes[status], message), wire.dialect),
  };
}

/**
 * Creates handlers that write answers and refusals as the dialect has them, and advance the market to the current time
 * first.
 */
export function routesOf(
  practice: Practice,
  wire: Wire,
): (method: Route['method'], path: string, read: (request: ApiRequest) => unknown) => Route {
  return (method, path, read) => ({
    method,
    path,
    handle(request): ApiReply {
      const subject = [path, ...Object.values(request.parameters)].join(' ');
      try {
        practice.live();
        return reply(200, wire.answer(path, subject, read(request)));
      } catch (error) {
        if (error instanceof ServiceError)
          return wire.refusal(path, subject, error.code) ?? errorReply(error, wire.dialect);
        throw error;
      }
    },
  });
}

/** Why a request without the key is not admitted. */
function refusalOf(headers: IncomingMessage['headers'], apiKey: string): ServiceError | undefined {
  const partnerId = headers['x-partner-id'];
  if (typeof partnerId !== 'string' || partnerId === '')
    return new ServiceError(401, 'key_missing', 'The header X-Partner-Id is missing.');
  const [left, right] = [Buffer.from(partnerId), Buffer.from(apiKey)];
  if (left.length === right.length && timingSafeEqual(left, right)) return undefined;
  return new ServiceError(403, 'key_wrong', 'The key in X-Partner-Id is not known.');
}
