import fc from 'fast-check'
import { type Attack, authorized, isRefused } from './attack.ts'

const boundaries = [
  ...`x - -- __proto__ " "x" 'x' é .* (a+)+$`.split(' '),
  ...'| |x y|x; boundary=y|\u0000|\r\n'.split('|'),
  'b'.repeat(70),
  'b'.repeat(10_000),
]

const dispositions = [
  ...'"a.png" "../../../../etc/passwd" "..\\..\\x.png" "a\u0000.png" ""'.split(' '),
  `"${'x'.repeat(2_000)}"`,
  '"a.png"\r\nSet-Cookie: a=b',
  '"a.png"\r\nContent-Length: 99999999',
  '"a.png"\r\nContent-Transfer-Encoding: base64',
  '"a.png"\r\nContent-Type: multipart/mixed; boundary=y',
]
  .map((name) => `form-data; name="files"; filename=${name}`)
  .concat([
    'form-data; name="__proto__"; filename="__proto__"',
    'form-data; name="files"',
    'form-data; filename="a.png"',
    'form-data',
    'attachment; name="files"; filename="a.png"',
    'form-data; name="a\\"; filename=\\"b"; filename="c"',
    'form-data; name="files"; filename*=UTF-8\'\'%2e%2e%2fx',
  ])

/** Contents that are not pictures; some begin like one. */
const contents = [
  '',
  'x',
  'x'.repeat(30_000),
  '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
  '\x89PNG\r\n\x1a\n',
  '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\xff\xff\xff\xff\xff\xff\xff\xff',
  'GIF89a',
  'GIF89a\xff\xff\xff\xff\x00\x00\x00',
  '\xff\xd8\xff',
  '\xff\xd8\xff\xe0\xff\xff',
  'RIFF\xff\xff\xff\xffWEBPVP8 ',
  'RIFF\x00\x00\x00\x00WEBPVP8X\xff\xff\xff\xff',
  '--y\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nx\r\n--y--',
  '\r\n\r\n',
  '--',
]

const formOf = (parts: readonly (readonly [string, string])[], boundary: string) =>
  parts
    .map(
      ([disposition, content]) =>
        `--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n`,
    )
    .join('')

/** Forms with wrong boundaries, names, headers and lengths; none of them holds a picture. */
export const formTricks: Attack = {
  name: 'forms',
  fits: ({ path, method }) => path === '/uploads' && method === 'POST',
  perEndpoint: 600,
  requests: (_endpoint, loot) =>
    fc
      .record({
        declared: fc.constantFrom(...boundaries, 'x', 'x', 'x', 'x'),
        used: fc.option(fc.constantFrom(...boundaries), { freq: 2 }),
        parts: fc.array(
          fc.tuple(fc.constantFrom(...dispositions), fc.constantFrom(...contents)),
          { maxLength: 4 },
        ),
        repeated: fc.constantFrom(1, 1, 1, 20),
        end: fc.constantFrom('--', '', '\r\n', '--\r\n--', 'x'),
        type: fc.constantFrom(
          'multipart/form-data',
          'multipart/form-data',
          'multipart/form-data',
          'Multipart/Form-Data',
          'multipart/mixed',
          'application/x-www-form-urlencoded',
          ';;;',
        ),
      })
      .map(({ declared, used, parts, repeated, end, type }) => {
        const boundary = used ?? declared
        const all = Array.from({ length: repeated }, () => parts).flat()
        return {
          method: 'POST',
          target: '/uploads',
          headers: {
            ...authorized(loot),
            'content-type': `${type}; boundary=${declared}`,
          },
          body: Buffer.from(
            `${formOf(all, boundary)}--${boundary}${end}`.slice(0, 200_000),
            'latin1',
          ),
        }
      }),
  expects: isRefused,
}
