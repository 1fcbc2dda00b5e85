import { type NodeTransport, NodeUnreachable } from '../transport.ts'
import { basicAuthorization } from './notifications.ts'

/** The node's status for a wrong password. */
export const wrongPassword = 401

const defaultTimeoutMs = 25_000

/** Errors of opening the connection: no byte of the request has been sent. */
const notSentErrors = new Set([
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
 * Calls the node at a URL: form-encoded, HTTP Basic with an empty user name, 25 s timeout.
 * Does not follow redirects, so that the password reaches no other host.
 */
export function directTransport(
  nodeUrl: string,
  password: string,
  timeoutMs = defaultTimeoutMs,
): NodeTransport {
  const base = nodeUrl.replace(/\/+$/, '')
  const authorization = basicAuthorization(password)

  return async ({ method, path, form }) => {
    try {
      const response = await fetch(base + path, {
        method,
        // A kept-alive connection breaks unnoticed while a function is frozen between calls
        headers: { authorization, connection: 'close' },
        ...(form && { body: new URLSearchParams(form) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, body: await response.text() }
    } catch (error) {
      throw new NodeUnreachable(!notSentErrors.has(causeOf(error)), { cause: error })
    }
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
