import { getOutside, OutboundError } from '../../platform/outbound/outbound.ts'

/** Asks the issuer of a card: a GET of one of its URLs, for the text of the answer. */
export type AskIssuer = (url: URL, timeoutMs: number) => Promise<IssuerAnswer>

export type IssuerAnswer = { readonly status: number; readonly body: string }

const maxBytes = 16 * 1_024

/**
 * Asks an issuer on the public internet; on one machine with a simulated node, the simulated
 * issuer alone. Throws OutboundError.
 */
export const askIssuer: AskIssuer = (url, timeoutMs) => {
  const simulator = process.env.CARD_SIMULATOR_URL
  return simulator
    ? askSimulator(url, simulator, timeoutMs)
    : getOutside(url.href, { timeoutMs, maxBytes })
}

/**
 * Asks the simulated issuer: it is on this machine, where no outgoing call of the product
 * may go, and has no TLS.
 */
async function askSimulator(
  url: URL,
  simulator: string,
  timeoutMs: number,
): Promise<IssuerAnswer> {
  const plain = url.href.replace(/^https:/, 'http:')
  if (!plain.startsWith(`${simulator}/`)) throw new OutboundError('not simulated')
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(plain, { signal, redirect: 'manual' })
    return { status: response.status, body: (await response.text()).slice(0, maxBytes) }
  } catch (cause) {
    throw new OutboundError('no answer', { wasSent: signal.aborted, cause })
  }
}
