import type { ListedIncoming, ListedOutgoing } from '../../../../shared/client/api.ts'
import { dayAt } from '../../../../shared/platform/time/clock.ts'
import type { Formats } from '../../../parts/formats.tsx'
import { pos, type ShopOrder } from '../../../parts/pos.ts'

/** In Unix ms, both included; an end that is left out is open. */
export type Period = { readonly from?: number; readonly to?: number }

/** A payment in or out of the node, with the sale that it belongs to where one is known. */
export type WalletPayment = {
  readonly key: string
  readonly atMs: number
  /** Satoshis that came, or that left with the fee. */
  readonly sat: number
  readonly feeSat: number
  /** Text of its invoice, or of its payer; blank for none. */
  readonly note: string
  /** The way that it left, if not by an invoice or an offer. */
  readonly kind: (typeof kinds)[number] | undefined
  readonly state: 'done' | 'pending' | 'failed'
  readonly sale: ShopOrder | undefined
  readonly isRefunded: boolean
}

type Page = {
  readonly payments: readonly WalletPayment[]
  readonly hasMore: boolean
  /** False where the sales of these days could not be read. */
  readonly areSalesKnown: boolean
}

type How = {
  readonly period: Period
  readonly dayOffsetAt: Formats['dayOffsetAt']
  /** True for users who may read sales. */
  readonly knowsSales: boolean
}

const pageSize = 50

/** Reads a page of the payments that came, newest first. Throws PosError. */
export async function readReceived(how: How, offset: number): Promise<Page> {
  const query = { ...how.period, limit: pageSize, offset }
  const listed = await pos.wallet.incoming({ query })
  const { sales, areSalesKnown } = await salesOf(listed, how)
  const byHash = new Map(sales.map((sale) => [sale.paymentHash, sale]))
  return {
    payments: listed.map((payment) => ({
      ...common(payment),
      key: payment.paymentHash,
      sat: payment.receivedSat,
      note: payment.description || payment.payerNote || '',
      kind: undefined,
      state: 'done',
      sale: byHash.get(payment.paymentHash),
    })),
    hasMore: listed.length === pageSize,
    areSalesKnown,
  }
}

/**
 * Reads all payments that left, newest first, also those that are under way and that failed: the
 * API has them on one page. Throws PosError.
 */
export async function readSent(how: How): Promise<Page> {
  const all = await pos.wallet.outgoing({ query: { ...how.period, all: 'true' } })
  // It repeats the fee of a payment that came
  const listed = all.filter(({ subType }) => subType !== 'auto_liquidity')
  const { sales, areSalesKnown } = await salesOf(
    listed.filter(({ invoice }) => invoice !== null),
    how,
  )
  const byInvoice = new Map(
    sales.flatMap((sale) =>
      sale.refunds.map(({ refundInvoice }) => [refundInvoice, sale] as const),
    ),
  )
  return {
    payments: listed.map((payment) => ({
      ...common(payment),
      key: [payment.paymentId, payment.txId, payment.createdAt].join(),
      sat: payment.sent,
      note: payment.description ?? '',
      kind: kindOf(payment),
      state: payment.isPaid ? 'done' : payment.completedAt ? 'failed' : 'pending',
      sale: payment.invoice === null ? undefined : byInvoice.get(payment.invoice),
    })),
    hasMore: false,
    areSalesKnown,
  }
}

type Listed = Pick<
  ListedIncoming | ListedOutgoing,
  'completedAt' | 'createdAt' | 'fees' | 'refunded'
>

const atMsOf = ({ completedAt, createdAt }: Listed) => completedAt ?? createdAt

const common = (payment: Listed) => ({
  atMs: atMsOf(payment),
  // The node counts fees in thousandths
  feeSat: Math.floor((payment.fees ?? 0) / 1_000),
  isRefunded: payment.refunded === true,
})

/** The node's subtypes of what leaves it otherwise than by an invoice or an offer. */
const kinds = ['splice_out', 'splice_cpfp', 'channel_close'] as const

const kindOf = ({ subType }: ListedOutgoing) => kinds.find((kind) => kind === subType)

const dayMs = 86_400_000

/** Longest time over which sales are read for a page of payments, in days. */
const mostDays = 92

/** The sales of the days of payments, newest of them first. */
async function salesOf(
  listed: readonly Listed[],
  { dayOffsetAt, knowsSales }: How,
): Promise<{ readonly sales: readonly ShopOrder[]; readonly areSalesKnown: boolean }> {
  if (!knowsSales || listed.length === 0) return { sales: [], areSalesKnown: true }
  const times = listed.map(atMsOf)
  const last = Math.max(...times)
  const first = Math.max(Math.min(...times), last - mostDays * dayMs)
  try {
    const sales = await pos.orders.withPayments({
      query: {
        // A payment may come on the day before its sale, and days of a shop without a zone are those of UTC
        startDate: dayAt(first - dayMs, dayOffsetAt),
        endDate: dayAt(last + dayMs, dayOffsetAt),
      },
    })
    return { sales, areSalesKnown: true }
  } catch {
    return { sales: [], areSalesKnown: false }
  }
}
