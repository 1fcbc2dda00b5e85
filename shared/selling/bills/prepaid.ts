import type { Prepaid } from '../restaurant/restaurant-orders.ts'
import { type Tender, tenderOfPayment } from '../sales/tenders.ts'

/** With a tender besides, and two records each, they fit into the transaction of a settlement. */
export const maxPrepaid = 4

/** A payment that is attached to a bill, as a tender of its sale. */
export const tenderOfPrepaid = ({ cents, ...payment }: Prepaid): Tender =>
  tenderOfPayment(payment, cents)

/** Sums the satoshis that were sent with the payments of a bill. */
export const prepaidSatoshis = (prepaid: readonly Prepaid[]): number =>
  prepaid.reduce((sum, { amountSat = 0 }) => sum + amountSat, 0)
