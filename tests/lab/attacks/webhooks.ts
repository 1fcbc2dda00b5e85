import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import { type Attack, isRefused, type Request } from './attack.ts'

const bodies = [
  '{"type":"payment_received","amountSat":1000,"paymentHash":"aa"}',
  '{"type":"payment_received"}',
  '{}',
  '[]',
  '',
  ' ',
  '\ufeff{"type":"x"}',
  '{"type":"a","type":"payment_received"}',
  '{"type":"payment_received","note":"\u{1f600}"}',
]

/** A body's content, changed after it was signed. */
const alterations: ((body: string) => string)[] = [
  (body) => `${body} `,
  (body) => `${body}\n`,
  (body) => ` ${body}`,
  (body) => `\ufeff${body}`,
  (body) => `${body}\u0000`,
  (body) => body.replace('1000', '1001'),
  (body) => `${body}{"type":"payment_received"}`,
  (body) => body.replace('{', '{"amountSat":9,'),
  () => '{"type":"payment_received","amountSat":100000000}',
]

/** Signatures that are none of the body, made from the one that is. */
const signatures: ((right: string, body: string, secret: string) => string)[] = [
  ...'<right>00 0x<right> sha256=<right> v1=<right> t=1,v1=<right> <right>,<right>'.split(
    ' ',
  ),
  ...'<right>;<right> "<right>" [<right>] <right>\u0000 null __proto__'.split(' '),
  ...`t=${Date.now()},v1=<right>,v0=<right>| |`.split('|'),
  ...`<right>, ZEROS|ZEROS,<right>|ZEROS`.replaceAll('ZEROS', '0'.repeat(64)).split('|'),
  'f'.repeat(64),
  'x'.repeat(100_000),
].map((pattern) => (right) => pattern.replaceAll('<right>', right))
signatures.push(
  (right) => right.slice(0, -1),
  (right) => right.slice(0, -2),
  (right) => right.slice(0, 32),
  (right) => `${right.slice(0, 62)}zz`,
  (right) => `${right.slice(0, 63)}\u0000`,
  (right) =>
    right.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (right) => right.split('').reverse().join(''),
  (right) => Buffer.from(right, 'hex').toString('base64'),
  (right) => Buffer.from(right, 'hex').toString('latin1'),
  (_, body) => sign('', body),
  (_, body) => sign('x', body),
  (_, body) => sign('undefined', body),
  (_, body, secret) => sign(`${secret} `, body),
  (_, body, secret) => sign(secret.toUpperCase(), body),
  (_, body, secret) => sign(secret, `${body}x`),
  (_, body, secret) => sign(body, secret),
  (_, body, secret) => sign(secret, `${Date.now()}.${body}`),
  (_, body, secret) =>
    createHmac('sha512', secret).update(body).digest('hex').slice(0, 64),
  (_, body, secret) => createHmac('sha1', secret).update(body).digest('hex'),
)

/** Headers that are read for a signature, and others. */
const places = (signature: string) => [
  { 'x-node-signature': signature },
  { 'x-phoenix-signature': signature },
  { 'x-node-signature': signature, 'x-phoenix-signature': signature },
]

const elsewhere = (signature: string) => [
  { signature },
  { 'x-hub-signature-256': `sha256=${signature}` },
  { authorization: signature },
  { cookie: `x-node-signature=${signature}` },
  { 'x-node-signature': 'f'.repeat(64), 'x-phoenix-signature': signature },
]

/** Notifications without the node's signature, or with one of something else. */
export const webhookTricks: Attack = {
  name: 'webhook signatures',
  fits: ({ credential }) => credential === 'signature',
  perEndpoint: 1_400,
  requests: ({ path: target }, { webhookSecret: secret }) => {
    const anyBody = fc.constantFrom(...bodies)
    const from = (headers: Request['headers'][], body: string, query = '') =>
      fc
        .constantFrom(...headers)
        .map((some) => ({ method: 'POST', target: target + query, headers: some, body }))
    return fc.oneof(
      fc
        .tuple(anyBody, fc.constantFrom(...signatures))
        .chain(([body, make]) =>
          from(places(make(sign(secret, body), body, secret)), body),
        ),
      fc.tuple(anyBody, fc.constantFrom(...alterations)).chain(([body, alter]) => {
        const other = alter(body)
        return from(places(sign(secret, other === body ? `${body}x` : body)), other)
      }),
      anyBody.chain((body) => from(elsewhere(sign(secret, body)), body)),
      anyBody.chain((body) =>
        from([{}], body, `?x-node-signature=${sign(secret, body)}`),
      ),
    )
  },
  expects: isRefused,
}
