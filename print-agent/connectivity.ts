import { log } from './log.ts'

/**
 * Logs a line when a part of the cloud is first reached, when it is lost, with the
 * reason, and when it is back. Its `parts` fail and work independently.
 */
export function connectivity(name: 'cloud' | 'queue' | 'tunnel') {
  const failing = new Set<string>()
  let lostAtMs = 0
  let wasReached = false
  return {
    failed: (error: unknown, part = '') => {
      if (failing.size === 0) {
        lostAtMs = performance.now()
        log(`${name}-lost`, { reason: unreachableReason(error) })
      }
      failing.add(part)
    },
    works: (part = '') => {
      if (!failing.delete(part)) {
        if (!wasReached && failing.size === 0) log(`${name}-reached`)
        wasReached = true
        return
      }
      if (failing.size > 0) return
      wasReached = true
      log(`${name}-back`, {
        afterSeconds: Math.round((performance.now() - lostAtMs) / 1_000),
      })
    },
  }
}

const portalOrUrl = 'the login page of a Wi-Fi, or a wrong baseUrl'

/** Words by the code of the error. */
export const reasonWords: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known: no internet, or a wrong baseUrl',
  EAI_AGAIN: 'its name cannot be looked up: no internet',
  ECONNREFUSED: 'nothing answers at this address',
  ENETUNREACH: 'no network',
  EHOSTUNREACH: 'no way to this address',
  ECONNRESET: 'the connection was cut',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks http, not https: a wrong port in baseUrl',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it speaks http, not https: a wrong port in baseUrl',
  CERT_HAS_EXPIRED: "its certificate has expired, or this machine's clock is wrong",
  CERT_NOT_YET_VALID: "its certificate is not valid yet: this machine's clock is wrong",
  ERR_TLS_CERT_ALTNAME_INVALID: `its certificate is for another name: ${portalOrUrl}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is not trusted: ${portalOrUrl}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is not trusted: ${portalOrUrl}`,
}

/** Words by the status of an answer; a later attempt may have another. */
export const busyWords: Readonly<Record<number, string>> = {
  429: 'it is asked too often (429); the agent tries again by itself',
  500: 'it fails for now (500); the agent tries again by itself',
  502: 'it is out of reach for now (502); the agent tries again by itself',
  503: 'it is overloaded or down for now (503); the agent tries again by itself',
  504: 'it answers too late for now (504); the agent tries again by itself',
}

/** The deployment, or its queue, cannot answer for now. */
export class Busy extends Error {
  override name = 'Busy'
  constructor(status: number) {
    super(busyWords[status] ?? `it answers ${status}`)
  }
}

/** An answer that the deployment does not give: something else answers in its place. */
export class ForeignAnswer extends Error {
  override name = 'ForeignAnswer'
  constructor(status: number) {
    super(`it answers ${status}, but not as Lightning POS does: ${portalOrUrl}`)
  }
}

/** Explains in plain words why a call got no usable answer. */
export function unreachableReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof SyntaxError || error.name === 'ZodError') {
    return `its answer is not one of Lightning POS: ${portalOrUrl}`
  }
  // The queue's client has the status of an answer, and often nothing else to say.
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  const words = busyWords[$metadata?.httpStatusCode ?? 0]
  if (words) return words
  // The message of fetch is only "fetch failed"; the reason is in its cause.
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause.message === 'unexpected redirect') return `it redirects: ${portalOrUrl}`
  const { code } = cause as NodeJS.ErrnoException
  return (code && reasonWords[code]) || cause.message || String(code)
}
