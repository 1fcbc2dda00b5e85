import { Failure } from '../../failure.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import { findCurrency } from '../../platform/money/currencies.ts'
import { type Order, orderKey, type SettlementId } from './orders.ts'
import { numberOfSale, type SaleIds } from './sale-on-wire.ts'
import type { Tender } from './tenders.ts'

/** Record that has the id of a sale. Orders that the till gave no id have no digest. */
export type Taken = Order | SettlementId

/** Content by which two requests with one id are the same sale. */
export type SaleContent = {
  readonly userId: string
  /** User in whose name a repetition is the same sale, where any caller may sell it. */
  readonly sameFor?: string | undefined
  readonly discountCents: number
  readonly tipCents: number
  readonly tenders: readonly Tender[]
}

/**
 * Hashes a sale's goods, seller and payment. The digest is compared with those of earlier
 * releases, so its inputs must not change.
 */
export const saleDigest = (
  { userId, sameFor = userId, discountCents, tipCents, tenders }: SaleContent,
  goods: readonly unknown[],
): string =>
  hashed(
    JSON.stringify([
      sameFor,
      discountCents,
      tipCents,
      tenders.map(({ lightning, ...tender }) => [
        tender.methodId,
        tender.currencyId,
        tender.amountCents,
        tender.transactionId,
        tender.givenCents,
        lightning?.paymentHash ?? null,
        lightning?.satoshiAmount ?? null,
      ]),
      goods,
    ]),
  )

/** Tenders as a till may write them later, in a shop that counts in this currency. */
export const tenderContent = (tenders: readonly Tender[], baseCurrency: string) =>
  tenders.map((tender) => [
    tender.methodId,
    tender.currencyId === null
      ? baseCurrency
      : (findCurrency(tender.currencyId)?.acronym ?? tender.currencyId),
    tender.amountCents,
    tender.transactionId,
    tender.givenCents,
    tender.lightning?.paymentHash ?? null,
  ])

/** Stores a sale's order. Fails with `SaleIdTaken` when its id has another record. */
export const insertSoldOrder = (order: Order): Write =>
  insert(order, (current) => new SaleIdTaken(current as Taken))

/** Takes an id for a settlement. Fails with `SaleIdTaken`. */
export const insertSettlementId = (
  settlementId: string,
  content: Pick<SettlementId, 'saleDigest' | 'contentDigest' | 'baseCurrency'>,
  ids: SaleIds,
): Write =>
  insert(
    {
      ...orderKey(settlementId),
      kind: 'settlement',
      ...content,
      ...ids,
    } satisfies SettlementId,
    (current) => new SaleIdTaken(current as Taken),
  )

class SaleIdTaken extends Error {
  readonly current: Taken
  constructor(current: Taken) {
    super('the id of the sale is taken')
    this.current = current
  }
}

/**
 * Runs `sell`; if that fails and a sale has the id, returns `repeat` of that sale,
 * whatever has changed since it was made. Throws `saleDiffers` if that is not the same
 * sale.
 */
export async function sellOnce<T>(
  { saleId: taken, ...request }: { saleId: string | undefined } & SoldContent,
  sell: () => Promise<T>,
  repeat: (sold: SaleIds) => T,
): Promise<T> {
  if (taken === undefined) return sell()
  try {
    return await sell()
  } catch (error) {
    const sold = await findTaken(error, taken)
    if (!sold) throw error
    if (!isSameContent(sold, request)) throw new Failure('saleDiffers')
    return repeat(sold.kind === 'settlement' ? sold : idsOfOrder(sold))
  }
}

/** Finds the record whose id made a sale fail, or may have. */
const findTaken = async (error: unknown, taken: string): Promise<Taken | undefined> => {
  if (error instanceof SaleIdTaken) return error.current
  return error instanceof Failure ? read<Taken>(orderKey(taken)) : undefined
}

/** Digests of the content of a sale: as it was sent, and as a till may write it later. */
export type SoldContent = {
  readonly digest: string
  readonly content?: ((baseCurrency: string) => string) | undefined
}

/** True if the record that has the id of a sale is the same sale, however its till wrote it. */
export function isSameContent(sold: Taken, { digest, content }: SoldContent): boolean {
  if (sold.saleDigest === digest) return true
  if (!content || !sold.contentDigest) return false
  const { baseCurrency = '' } = (sold.kind === 'settlement' ? sold : sold.sale) ?? {}
  return sold.contentDigest === content(baseCurrency)
}

/** Throws `saleDiffers` where a sale with other content has the id. */
export async function requireSameSale(
  taken: string | undefined,
  request: SoldContent,
): Promise<void> {
  const sold = taken === undefined ? undefined : await read<Taken>(orderKey(taken))
  if (sold && !isSameContent(sold, request)) throw new Failure('saleDiffers')
}

/** The ids of a sold order's records, as its sale returned them. */
export function idsOfOrder({ id: orderId, sale }: Order): SaleIds {
  const { ticketId = '', tenders = [] } = sale ?? {}
  const main = tenders.find(({ lightning }) => lightning?.paymentHash) ?? tenders[0]
  return {
    orderId,
    ticketId,
    paymentId: main?.paymentId ?? '',
    paymentIds: tenders.map(({ paymentId }) => paymentId),
    changeCents: tenders.reduce((sum, { changeCents = 0 }) => sum + changeCents, 0),
    ...numberOfSale(sale),
  }
}
