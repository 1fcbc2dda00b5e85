import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { sign } from '../../../shared/lightning/signature.ts'
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
  (right) => right.slice(0, -1),
  (right) => right.slice(0, -2),
  (right) => right.slice(0, 32),
  (right) => `${right}00`,
  (right) => `0x${right}`,
  (right) => `sha256=${right}`,
  (right) => `v1=${right}`,
  (right) => `t=1,v1=${right}`,
  (right) => `t=${Date.now()},v1=${right},v0=${right}`,
  (right) => `${right},${right}`,
  (right) => `${right}, ${'0'.repeat(64)}`,
  (right) => `${'0'.repeat(64)},${right}`,
  (right) => `${right};${right}`,
  (right) => `"${right}"`,
  (right) => `[${right}]`,
  (right) => `${right.slice(0, 62)}zz`,
  (right) => `${right.slice(0, 63)}\u0000`,
  (right) => `${right}\u0000`,
  (right) =>
    right.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (right) => right.split('').reverse().join(''),
  (right) => Buffer.from(right, 'hex').toString('base64'),
  (right) => Buffer.from(right, 'hex').toString('latin1'),
  () => '',
  () => ' ',
  () => '0'.repeat(64),
  () => 'f'.repeat(64),
  () => 'null',
  () => '__proto__',
  () => 'x'.repeat(100_000),
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
]

/** Where a signature is read, and where it is not. */
const places: ((signature: string) => Pick<Request, 'headers'> & { query?: string })[] = [
  (signature) => ({ headers: { 'x-node-signature': signature } }),
  (signature) => ({ headers: { 'x-phoenix-signature': signature } }),
  (signature) => ({
    headers: { 'x-node-signature': signature, 'x-phoenix-signature': signature },
  }),
]

const elsewhere: typeof places = [
  (signature) => ({ headers: { signature } }),
  (signature) => ({ headers: { 'x-hub-signature-256': `sha256=${signature}` } }),
  (signature) => ({ headers: { authorization: signature } }),
  (signature) => ({ headers: { cookie: `x-node-signature=${signature}` } }),
  (signature) => ({ headers: {}, query: `?x-node-signature=${signature}` }),
  (signature) => ({
    headers: { 'x-node-signature': 'f'.repeat(64), 'x-phoenix-signature': signature },
  }),
]

/** Notifications without the node's signature, or with one of something else. */
export const webhookTricks: Attack = {
  name: 'webhook signatures',
  fits: ({ credential }) => credential === 'signature',
  perEndpoint: 1_400,
  requests: ({ path }, { webhookSecret: secret }) => {
    const request = (
      place: (typeof places)[number],
      signature: string,
      body: string,
    ): Request => {
      const { headers, query = '' } = place(signature)
      return { method: 'POST', target: path + query, headers, body }
    }
    const anyBody = fc.constantFrom(...bodies)
    const anyPlace = fc.constantFrom(...places)
    return fc.oneof(
      fc
        .tuple(anyPlace, anyBody, fc.constantFrom(...signatures))
        .map(([place, body, make]) =>
          request(place, make(sign(secret, body), body, secret), body),
        ),
      fc
        .tuple(anyPlace, anyBody, fc.constantFrom(...alterations))
        .map(([place, body, alter]) => {
          const other = alter(body)
          return request(place, sign(secret, other === body ? `${body}x` : body), other)
        }),
      fc
        .tuple(fc.constantFrom(...elsewhere), anyBody)
        .map(([place, body]) => request(place, sign(secret, body), body)),
    )
  },
  expects: isRefused,
}
