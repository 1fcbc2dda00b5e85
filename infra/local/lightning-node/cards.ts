import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'

/** A card to issue, and how its issuer misbehaves. */
const CardTerms = z.strictObject({
  balanceSat: z.int().min(0).default(1_000_000),
  /** The most that one tap may cost. */
  limitSat: z.int().min(0).default(1_000_000),
  /** Before each of its two answers. */
  slowMs: z.int().min(0).default(0),
  /** Sends each answer two times. */
  answersTwice: z.boolean().default(false),
  /** The reason of its refusal. */
  refuses: z.string().optional(),
  /** Redirects requests to the cloud's metadata address. */
  redirects: z.boolean().default(false),
  /** Accepts invoices and pays none. */
  neverPays: z.boolean().default(false),
})

type Card = z.output<typeof CardTerms>

/** The issuer's refusal; its message is the reason. */
class Refused extends Error {}

const metadataUrl = 'http://169.254.169.254/latest/meta-data/'

/** Long enough that the charge has been answered before the payment arrives. */
const payAfterMs = 200

/** Pays an invoice of the node as a customer's wallet does. */
type Pay = (invoice: string) => Promise<{ receivedSat: number }>

/** Finds an invoice for the issuer; undefined if this node did not make it. */
type FindInvoice = (invoice: string) => { requestedSat: number | null } | undefined

/** An issuer of cards that are held to the till's phone: LNURL-withdraw, as Boltcards use it. */
export function simulatedCards() {
  const cards = new Map<string, Card>()
  /** Cards by the one-time parameter of a tap, and by the k1 that it got. */
  const tapped = new Map<string, Card>()
  const asked = new Map<string, Card>()

  const take = (from: Map<string, Card>, name: string | null): Card => {
    const card = from.get(name ?? '')
    if (!card) throw new Refused('This tap was used before')
    from.delete(name ?? '')
    return card
  }

  return {
    issue(body: unknown): { cardId: string } {
      const cardId = randomUUID()
      cards.set(cardId, CardTerms.parse(body))
      return { cardId }
    },

    /** Returns the URL that the card shows to a phone: another one each time. */
    tap(body: unknown, nodeUrl: string): { lnurl: string } | undefined {
      const { cardId } = z.strictObject({ cardId: z.string() }).parse(body)
      const card = cards.get(cardId)
      if (!card) return undefined
      const c = randomBytes(8).toString('hex')
      tapped.set(c, card)
      const url = `${nodeUrl}/_simulator/card/tap?p=${cardId}&c=${c}`
      return { lnurl: url.replace(/^http:/, 'lnurlw:') }
    },

    /** The answers of the issuer's own two URLs. */
    async answer({ url, find, pay }: { url: URL; find: FindInvoice; pay: Pay }) {
      const parameter = (name: string) => url.searchParams.get(name)
      const isTap = url.pathname.endsWith('/tap')
      try {
        const card = take(isTap ? tapped : asked, parameter(isTap ? 'c' : 'k1'))
        await wait(card.slowMs)
        if (card.redirects) return { status: 302, content: '', location: metadataUrl }
        const answer = isTap
          ? withdrawRequest(card, asked, url)
          : accept(card, { find, pay }, parameter('pr') ?? '')
        const text = JSON.stringify(answer)
        return { status: 200, content: card.answersTwice ? `${text}${text}` : answer }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return refusal(error.message)
      }
    },
  }
}

export type SimulatedCards = ReturnType<typeof simulatedCards>

const refusal = (reason: string) => ({
  status: 200,
  content: { status: 'ERROR', reason },
})

function withdrawRequest(card: Card, asked: Map<string, Card>, url: URL) {
  if (card.refuses !== undefined) throw new Refused(card.refuses)
  const k1 = randomBytes(16).toString('hex')
  asked.set(k1, card)
  return {
    tag: 'withdrawRequest',
    callback: `https://${url.host}/_simulator/card/callback`,
    k1,
    defaultDescription: 'Simulated card',
    minWithdrawable: 1_000,
    maxWithdrawable: Math.min(card.limitSat, card.balanceSat) * 1_000,
  }
}

/** Accepts an invoice, and pays it a moment later. */
function accept(
  card: Card,
  { find, pay }: { find: FindInvoice; pay: Pay },
  invoice: string,
) {
  const amountSat = find(invoice)?.requestedSat ?? 0
  if (amountSat === 0) throw new Refused('The invoice cannot be paid')
  if (amountSat > Math.min(card.limitSat, card.balanceSat)) {
    throw new Refused('The card does not allow that much')
  }
  if (!card.neverPays) {
    card.balanceSat -= amountSat
    void wait(payAfterMs)
      .then(() => pay(invoice))
      .catch(() => {
        // Another payer has paid it, or it has expired
        card.balanceSat += amountSat
      })
  }
  return { status: 'OK' }
}
