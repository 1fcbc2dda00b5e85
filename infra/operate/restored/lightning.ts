import { unmarshall } from '@aws-sdk/util-dynamodb'
import { inDeployment, mainShop } from '../../../shared/current-shop.ts'
import { readFrames } from '../../../shared/lightning/payments-feed/payment-events.ts'
import { limitConcurrency } from '../../../shared/limit-concurrency.ts'
import type { Key } from '../../../shared/platform/dynamodb/keys.ts'
import { unchanged } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { deleteItem, type Write } from '../../../shared/platform/dynamodb/write.ts'
import {
  prepaidOf,
  type RestaurantOrderRecord,
} from '../../../shared/selling/restaurant/restaurant-orders.ts'
import { type Order, orderKey } from '../../../shared/selling/sales/orders.ts'
import {
  allUnmatched,
  type HashSale,
  type HashUse,
  insertSaleOfHashes,
  isPaymentHash,
  isUse,
  readPaymentHash,
  updateAttachedToSale,
  upsertNotification,
  upsertUnmatched,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { receiptNumberOf } from '../../../shared/selling/sales/sale-snapshot.ts'
import { scan } from '../scan.ts'
import type { Around } from './around.ts'
import type { Difference } from './difference.ts'
import { paymentOf, type SoldOrder, soldOrders } from './sales.ts'

/**
 * Lightning payments that were sold and do not say so, which could be sold or paid out once more;
 * and payments that were received and that neither a sale nor the list of unmatched ones has.
 */
export async function lightningDifferences(
  around: Around,
  notified: Notified,
): Promise<Difference[]> {
  const sold = soldOrders(around)
  const hashes = new Set(sold.flatMap(hashesOf))
  const received = new Map([...(await toldSince(around.fromMs)), ...notified])
  const listed = new Set((await allUnmatched()).map(({ paymentHash }) => paymentHash))
  const limit = limitConcurrency(16)
  const found = await Promise.all([
    ...sold.map((order) => limit(() => unsoldHashes(order, around))),
    ...[...received]
      .filter(([hash]) => !hashes.has(hash))
      .map(([hash, told]) => limit(() => lostOfHash(hash, told, around, listed))),
  ])
  return found.flat()
}

const hashesOf = ({ sale }: SoldOrder) =>
  sale.tenders.flatMap(({ lightning }) => lightning?.paymentHash ?? [])

/** Time of a payment's first report, and its satoshis. */
type Told = { readonly receivedAtMs: number; readonly amountSat: number | null }

/** Payments of a shop that were recorded as received, by hash. */
export type Notified = ReadonlyMap<string, Told>

/**
 * Payments that were recorded as received since a moment, in Unix ms, by shop: every shop's in one
 * walk through the table, as nothing lists them.
 */
export async function notifiedSince(sinceMs: number): Promise<Map<string, Notified>> {
  const found: { readonly shop: string; readonly hash: string; readonly told: Told }[] =
    []
  const partitions = { beginWith: 'PAYMENT-HASH#', orContain: '#PAYMENT-HASH#' }
  let from: Key | undefined
  do {
    const { items, next } = await inDeployment(() =>
      scan(partitions, from, recordsAtOnce),
    )
    for (const item of items) {
      const { pk, sk, receivedAtMs = 0, amountSat = null } = unmarshall(item)
      if (sk !== 'NOTIFICATION' || receivedAtMs < sinceMs) continue
      const [, shop = mainShop.id] = /^@([^#]+)#/.exec(pk) ?? []
      found.push({ shop, hash: pk.split('#').at(-1), told: { receivedAtMs, amountSat } })
    }
    from = next
  } while (from)
  return new Map(
    [...Map.groupBy(found, ({ shop }) => shop)].map(([shop, all]) => [
      shop,
      new Map(all.map(({ hash, told }) => [hash, told])),
    ]),
  )
}

/** More than the megabyte that a call reads at most. */
const recordsAtOnce = 20_000

/** The payments that watchers were told of, by hash. */
async function toldSince(sinceMs: number): Promise<Map<string, Told>> {
  const received = new Map<string, Told>()
  const frames = readFrames({ sinceMs, untilMs: Date.now() })
  for await (const { sk, frame } of frames) {
    const { paymentHash: hash, amountSat = null } = frame as {
      readonly paymentHash?: string
      readonly amountSat?: number
    }
    if (hash === undefined || !isPaymentHash(hash) || received.has(hash)) continue
    received.set(hash, { receivedAtMs: Number(sk.split('#')[0]), amountSat })
  }
  return received
}

/** Payments of a sale that do not name it. */
async function unsoldHashes(order: SoldOrder, around: Around): Promise<Difference[]> {
  const { sale, payments: linked } = order
  const payments = sale.tenders.flatMap((tender) => {
    const copy = linked.find(({ paymentId }) => paymentId === tender.paymentId)
    const payment =
      around.payments.get(tender.paymentId) ?? (copy && paymentOf(copy, sale))
    return payment?.lightning?.paymentHash ? [payment] : []
  })
  const ids = {
    orderId: order.id,
    ticketId: sale.ticketId,
    paymentId: payments[0]?.id ?? '',
    paymentIds: sale.tenders.map(({ paymentId }) => paymentId),
    changeCents: sale.tenders.reduce((sum, { changeCents = 0 }) => sum + changeCents, 0),
  }
  const states = await Promise.all(
    payments.map(async (payment) => ({
      payment,
      state: await readPaymentHash(payment.lightning?.paymentHash ?? ''),
    })),
  )
  return states.flatMap(({ payment, state }): Difference[] => {
    const subject = { id: payment.lightning?.paymentHash ?? '' }
    const of = `payment ${subject.id.slice(0, 8)}… of receipt ${receiptNumberOf(sale)}`
    if (state.sale) return []
    if (!state.use) {
      const writes = insertSaleOfHashes([payment], ids)
      return [{ said: `${of} was not marked as sold`, subject, writes }]
    }
    if (state.use.use === 'attached' && state.use.orderId === order.id) {
      const writes = updateAttachedToSale(payment, ids, order.id)
      return [{ said: `${of} was still kept for the bill`, subject, writes }]
    }
    return [{ said: `${of} is ${state.use.use} as well`, subject }]
  })
}

/** A payment that was received, and that no sale of these days names. */
async function lostOfHash(
  hash: string,
  told: Told,
  { orders, tickets }: Around,
  listed: ReadonlySet<string>,
): Promise<Difference[]> {
  const { sale, use, notification } = await readPaymentHash(hash)
  const subject = { id: hash }
  const name = `payment ${hash.slice(0, 8)}…`
  const list = upsertUnmatched(hash, {
    receivedAtMs: told.receivedAtMs,
    amountSat: notification?.amountSat ?? told.amountSat ?? undefined,
  })
  const record = notification ? [] : [upsertNotification(hash, told)]
  const lost = await lostOutcome(sale ?? use, orders)
  if (sale && lost && tickets.has(sale.ticketId)) {
    return [{ said: `${name} is sold by an order that is missing`, subject }]
  }
  if (lost) {
    const writes = [lost, ...record, list]
    return [
      {
        said: `${name} named a sale or bill that has not got it: unmatched`,
        subject,
        writes,
      },
    ]
  }
  if (sale || use) {
    return record.length === 0
      ? []
      : [{ said: `${name} had no record that it was received`, subject, writes: record }]
  }
  if (notification && listed.has(hash)) return []
  const writes = [...record, list]
  return [{ said: `${name} was received and not listed: unmatched`, subject, writes }]
}

/**
 * Returns the write that frees a payment from a sale or bill that does not have it; none
 * if it does.
 */
async function lostOutcome(
  outcome: HashSale | HashUse | undefined,
  orders: Around['orders'],
): Promise<Write | undefined> {
  if (!outcome || (isUse(outcome) && outcome.use !== 'attached')) return undefined
  const orderId = outcome.orderId as string
  const order = orders.get(orderId) ?? (await read<Order>(orderKey(orderId)))
  const isKept = isUse(outcome)
    ? order !== undefined &&
      prepaidOf(order as RestaurantOrderRecord).some(({ paymentHash }) =>
        outcome.pk.endsWith(paymentHash),
      )
    : order?.sale !== undefined
  return isKept ? undefined : deleteItem(outcome, unchanged(outcome, ['orderId']))
}
