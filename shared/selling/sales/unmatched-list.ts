import { furtherShopIfAny } from '../../current-shop.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  allUnmatched,
  deleteUnmatched,
  type HashInvoice,
  type HashSale,
  type HashUse,
  invoiceKey,
  isUse,
  saleKey,
  type UnmatchedPayment,
} from './payment-hashes.ts'

/** For so long the till that made a quote may be about to sell it. */
const quoteMs = 10 * 60_000

/** Satoshis that nothing has become of, as they are listed. */
export async function unmatchedSatoshis(nowMs: number): Promise<number> {
  const payments = await readUnmatched(nowMs)
  return payments.reduce((sum, { amountSat = 0 }) => sum + amountSat, 0)
}

/**
 * Reads the unmatched payments without those that a till may be about to sell. Takes off
 * a sold payment that a full transaction has left here.
 */
export async function readUnmatched(nowMs: number): Promise<UnmatchedPayment[]> {
  const payments = await allUnmatched()
  const records = await readMany(
    payments.flatMap(({ paymentHash, receivedAtMs }) =>
      receivedAtMs > nowMs - quoteMs
        ? [saleKey(paymentHash), invoiceKey(paymentHash)]
        : [saleKey(paymentHash)],
    ),
  )
  const outcomes = new Map(
    records.flatMap((each) => (each ? [[nameOf(each), each]] : [])),
  )
  const outcomeOf = ({ paymentHash }: UnmatchedPayment) =>
    outcomes.get(nameOf(saleKey(paymentHash))) as HashSale | HashUse | undefined
  const isFresh = ({ paymentHash }: UnmatchedPayment) =>
    (outcomes.get(nameOf(invoiceKey(paymentHash))) as HashInvoice | undefined)
      ?.quoteId !== undefined
  await takeOff(payments.filter((each) => isSale(outcomeOf(each))))
  return payments.filter((each) => !outcomeOf(each) && !isFresh(each))
}

const nameOf = ({ pk, sk }: { readonly pk: string; readonly sk: string }) =>
  `${pk}\n${sk}`

const isSale = (outcome: HashSale | HashUse | undefined) =>
  outcome !== undefined && !isUse(outcome)

/** A sale is for ever: nothing lists its payment again. */
async function takeOff(sold: readonly UnmatchedPayment[]): Promise<void> {
  if (furtherShopIfAny()?.isReadOnly) return
  for (const { paymentHash } of sold) await transact([deleteUnmatched(paymentHash)])
}
