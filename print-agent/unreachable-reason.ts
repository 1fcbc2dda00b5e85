const PORTAL_OR_URL = 'the login page of a Wi-Fi, or a wrong baseUrl'

/** Words by the code of the error. */
export const reasonWords: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known: no internet, or a wrong baseUrl',
  EAI_AGAIN: 'its name cannot be looked up: no internet',
  ECONNREFUSED: 'nothing answers at this address',
  ENETUNREACH: 'no network',
  EHOSTUNREACH: 'no way to this address',
  CERT_HAS_EXPIRED: "its certificate has expired, or this machine's clock is wrong",
  CERT_NOT_YET_VALID: "its certificate is not valid yet: this machine's clock is wrong",
  ERR_TLS_CERT_ALTNAME_INVALID: `its certificate is for another name: ${PORTAL_OR_URL}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is not trusted: ${PORTAL_OR_URL}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is not trusted: ${PORTAL_OR_URL}`,
}

/** An answer that the deployment does not give: something else answers in its place. */
export class ForeignAnswer extends Error {
  override name = 'ForeignAnswer'
  constructor(status: number) {
    super(`it answers ${status}, but not as Lightning POS does: ${PORTAL_OR_URL}`)
  }
}

/** Why a call got no usable answer, in words for the people of a shop. */
export function unreachableReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof SyntaxError || error.name === 'ZodError') {
    return `its answer is not one of Lightning POS: ${PORTAL_OR_URL}`
  }
  // The message of fetch is only "fetch failed"; the reason is in its cause.
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause.message === 'unexpected redirect') return `it redirects: ${PORTAL_OR_URL}`
  const { code } = cause as NodeJS.ErrnoException
  return (code && reasonWords[code]) || cause.message || String(code)
}
