import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that nobody vouches for, for the host `localhost`, with its key: both PEM, made afresh. */
export function selfSigned(): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const name = sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from('localhost')))));
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'));
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey,
    tagged(0xa3, sequence(sequence(objectId('551d11'), tagged(0x04, ALTERNATIVE_NAMES)))),
  );
  const signature = sign('sha256', body, createPrivateKey(privateKey));
  const whole = sequence(body, ECDSA_SHA256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = whole.toString('base64').replace(/.{1,64}/g, '$&\n');
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`, key: privateKey };
}

/** A DER element (X.690 §8.1): tag, length, contents. */
function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const inside = Buffer.concat(contents);
  const { length } = inside;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), inside]);
}

function sequence(...contents: readonly Buffer[]): Buffer {
  return tagged(0x30, ...contents);
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.of(value));
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function utcTime(text: string): Buffer {
  return tagged(0x17, Buffer.from(text));
}

const ECDSA_SHA256 = sequence(objectId('2a8648ce3d040302'));
const ALTERNATIVE_NAMES = sequence(tagged(0x82, Buffer.from('localhost')));
