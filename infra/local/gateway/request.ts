import type { IncomingMessage } from 'node:http'

/** Splits the request target without normalizing: empty and dot segments stay. */
export function targetOf({ url = '/' }: IncomingMessage) {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const [path = '', ...query] = target.split('?')
  return { rawPath: path || '/', rawQueryString: query.join('?') }
}

/** The remote address of the connection; an IPv4-mapped IPv6 address as IPv4. */
export const peerAddress = ({ socket }: IncomingMessage) =>
  (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')

/** A time in Common Log Format, as in API Gateway's events: `21/Nov/2026:10:04:45 +0000`. */
export function commonLogTime(epochMs: number): string {
  const [, day, month, year, time] = new Date(epochMs).toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}

/** The three headers that API Gateway adds to those of the client. */
export function forwardedHeaders(request: IncomingMessage) {
  const { headers, socket } = request
  return {
    'x-forwarded-for': [headers['x-forwarded-for'], peerAddress(request)]
      .flat()
      .filter(Boolean)
      .join(', '),
    'x-forwarded-port': String(socket.localPort ?? ''),
    // API Gateway serves only https. Here a proxy in front may, and its header says so.
    'x-forwarded-proto': String(headers['x-forwarded-proto'] ?? 'http'),
  }
}

/** Percent-decodes a text; returns malformed text unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
