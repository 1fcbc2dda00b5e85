import { Failure } from '../failure.ts'
import { type OrderLine, sumOf } from '../restaurant/order-line.ts'
import type { SoldTax } from '../sales/sale-snapshot.ts'
import { computeSale, type SaleSums } from '../sales/sale-sums.ts'
import { checkTenders } from '../sales/tenders.ts'
import type { Bill } from './bill.ts'
import type { SettleRequest } from './settle-request.ts'

/** A bill to the cent: what each line was sold for, and what is due with the tip. */
export type Settlement = {
  readonly lines: readonly OrderLine[]
  readonly sums: SaleSums
  readonly dueCents: number
}

/**
 * Computes a bill and checks that its tenders add up to what is due. Cancelled lines are
 * not sold: where all are, nothing but a tip is due. Throws the failures of a checkout, and
 * `permissionRequired` for a line that was entered below its dish's price by someone who may give
 * no discounts, when the caller may give none either.
 */
export function planSettlement(
  { order, user, pricesIncludeTax, safeguards }: Bill,
  { tenders, discountCents, tipCents }: SettleRequest,
  taxes: ReadonlyMap<string, SoldTax>,
  mayDiscount: boolean,
): Settlement {
  const sold = order.lines.filter(isSold)
  if (order.lines.length === 0) throw new Failure('checkoutEmpty')
  if (!user) throw new Failure('checkoutInvalidReference', { field: 'userId' })
  const isReduced = sold.some((line) => line.isReduced)
  if (isReduced && safeguards.verifyAmounts && !mayDiscount) {
    throw new Failure('permissionRequired')
  }
  if (discountCents > sumOf(sold)) {
    throw new Failure('checkoutInvalidDiscount', { field: 'discountAmount' })
  }
  const tenderedCents = tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (tipCents > 0 && tipCents > tenderedCents) {
    throw new Failure('checkoutInvalidTip', { field: 'tipAmount' })
  }
  const sums = computeSale(
    sold.map(({ priceCents, dishId }) => ({
      quantity: 1,
      costCents: priceCents,
      discountCents: 0,
      tax: taxes.get(dishId),
    })),
    { discountCents, pricesIncludeTax },
  )
  const dueCents = sums.expectedCents + tipCents
  // Reports add it up
  if (!Number.isSafeInteger(dueCents)) throw new Failure('checkoutInvalidQuantity')
  checkTenders(tenders, dueCents)
  const shares = new Map(sold.map(({ id }, at) => [id, sums.lines[at]]))
  const lines = order.lines.map((line) => soldLine(line, shares.get(line.id), taxes))
  return { lines, sums, dueCents }
}

const isSold = ({ status }: OrderLine) => status !== 'cancelled'

function soldLine(
  line: OrderLine,
  share: SaleSums['lines'][number] | undefined,
  taxes: ReadonlyMap<string, SoldTax>,
): OrderLine {
  if (!share) return { ...line, priceCents: 0, paidCents: 0 }
  const tax = taxes.get(line.dishId)
  return {
    ...line,
    paidCents: share.paidCents,
    ...(share.discountCents > 0 && { discountCents: share.discountCents }),
    ...(tax && { tax, taxCents: share.taxCents }),
  }
}
