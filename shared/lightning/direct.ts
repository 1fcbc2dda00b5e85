import { type NodeTransport, NodeUnreachable } from './transport.ts'

const deadlineMs = 25_000

/** Errors of the connection itself: not one byte of the request has left. */
const neverSent = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Calls the node at its own address (LAN, VPN, somebody's tunnel): form-encoded, HTTP
 * Basic with an empty user name, 25 s deadline. Redirects are not followed, so that the
 * password goes nowhere else.
 */
export function directTransport(
  nodeUrl: string,
  password: string,
  timeoutMs = deadlineMs,
): NodeTransport {
  const base = nodeUrl.replace(/\/+$/, '')
  const authorization = `Basic ${Buffer.from(`:${password}`).toString('base64')}`

  return async ({ method, path, form }) => {
    try {
      const response = await fetch(base + path, {
        method,
        // A kept connection dies unnoticed while a function is frozen between calls
        headers: { authorization, connection: 'close' },
        ...(form && { body: new URLSearchParams(form) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, body: await response.text() }
    } catch (error) {
      throw new NodeUnreachable(!neverSent.has(causeOf(error)), { cause: error })
    }
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
