import type { IncomingMessage } from 'node:http'

/** A request target, cut without normalising: empty and dotted segments stay. */
export function targetOf({ url = '/' }: IncomingMessage) {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const [path = '', ...query] = target.split('?')
  return { rawPath: path || '/', rawQueryString: query.join('?') }
}

/** Address of the other end of the connection, IPv4 not mapped into IPv6. */
export const peerAddress = ({ socket }: IncomingMessage) =>
  (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')

/** A time as API Gateway writes it in events: `21/Nov/2026:10:04:45 +0000`. */
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
    // API Gateway speaks only https; here a relay in front may, and is asked for it.
    'x-forwarded-proto': String(headers['x-forwarded-proto'] ?? 'http'),
  }
}

/** Percent-decoded; as it came when the client encoded it badly. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
