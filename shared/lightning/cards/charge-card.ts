import * as z from 'zod'
import { Failure } from '../../failure.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { type AskIssuer, askIssuer } from './issuer.ts'
import { cardUrl } from './lnurl.ts'

const Refusal = z.object({ status: z.literal('ERROR'), reason: z.string().catch('') })

/** An issuer's terms for a card; amounts are millisatoshis. */
const WithdrawRequest = z.object({
  tag: z.literal('withdrawRequest'),
  callback: z.string().max(2_000),
  k1: z.string().min(1).max(1_000),
  minWithdrawable: z.number(),
  maxWithdrawable: z.number(),
})

/** For both calls together. */
const issuerMs = 8_000

/**
 * Asks the issuer of a tapped card to pay an invoice (LUD-03). Returns once the issuer may have
 * accepted it: the payment arrives later, like any other, or never. Throws `cardRefused` with
 * the issuer's reason, `cardLimit` for an amount outside of the card's limits, and
 * `cardInvalid` for a text that is no card, or an issuer that cannot be asked.
 */
export async function chargeCard(
  lnurl: string,
  { invoice, amountSat }: { readonly invoice: string; readonly amountSat: number },
  ask: AskIssuer = askIssuer,
): Promise<void> {
  const untilMs = Date.now() + issuerMs
  const leftMs = () => Math.max(untilMs - Date.now(), 1)
  const card = cardUrl(lnurl)
  if (!card) throw new Failure('cardInvalid')
  const { body } = await ask(card, leftMs()).catch((error: unknown) => {
    throw invalidIf(error instanceof OutboundError, error)
  })
  const found = WithdrawRequest.safeParse(answerIn(body))
  if (!found.success) throw new Failure('cardInvalid')
  const { minWithdrawable, maxWithdrawable } = found.data
  const amountMsat = amountSat * 1_000
  if (amountMsat < minWithdrawable || amountMsat > maxWithdrawable) {
    throw new Failure('cardLimit')
  }
  const callback = callbackUrl(found.data, invoice)
  try {
    const { status, body } = await ask(callback, leftMs())
    answerIn(body)
    // A redirect: nobody carries the invoice to its target
    if (status >= 300 && status < 400) throw new Failure('cardInvalid')
  } catch (error) {
    // Whoever has received the invoice may pay it
    if (error instanceof OutboundError && error.wasSent) return
    throw invalidIf(error instanceof OutboundError, error)
  }
}

const invalidIf = (isInvalid: boolean, error: unknown): unknown =>
  isInvalid ? new Failure('cardInvalid', {}, { cause: error }) : error

/** Parses an issuer's answer as JSON, whatever its status and type. Throws `cardRefused`. */
function answerIn(body: string): unknown {
  const answer = jsonOf(body)
  const refusal = Refusal.safeParse(answer)
  if (refusal.success) {
    throw new Failure('cardRefused', { reason: printable(refusal.data.reason) })
  }
  return answer
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const maxReasonLength = 200

/** Drops control characters, invisible ones and those that turn the direction of text. */
const printable = (reason: string): string =>
  Array.from(
    reason
      .replaceAll(/\p{C}+/gu, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  )
    .slice(0, maxReasonLength)
    .join('') || 'the issuer gives no reason'

/** Throws `cardInvalid` for a callback that brings parameters of these names. */
function callbackUrl(
  { callback, k1 }: z.output<typeof WithdrawRequest>,
  invoice: string,
): URL {
  const url = URL.parse(callback)
  if (!url || url.searchParams.has('pr') || url.searchParams.has('k1')) {
    throw new Failure('cardInvalid')
  }
  const parameters = new URLSearchParams({ k1, pr: invoice }).toString()
  // As text, because the issuer may have signed its own parameters as they are
  url.search += `${url.search ? '&' : '?'}${parameters}`
  return url
}
