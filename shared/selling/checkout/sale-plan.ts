import { Failure } from '../../failure.ts'
import type { BundlePart } from '../sales/sale-snapshot.ts'
import { computeSale, type SaleSums } from '../sales/sale-sums.ts'
import { amountsDiffer, checkTenders, roundingOf } from '../sales/tenders.ts'
import { type CartItem, type CartLine, cartLines, mergeItems } from './cart-lines.ts'
import type { CartToSell, CheckoutRequest } from './checkout-request.ts'
import { productsIn, type SaleInputs } from './sale-inputs.ts'
import { refuseTooMany, stockNeeds } from './stock-needs.ts'
import type { StoreOrderItemRecord } from './store-orders.ts'

/** A cart that passed its checks. */
export type SoldCart = ReturnType<typeof planSale>

/**
 * Checks a cart against its inputs, and computes the price of each line. Throws the
 * failures of a checkout, and `permissionRequired` for a price that is a discount when
 * the caller may give none.
 */
export function planSale(
  input: CartToSell,
  saleInputs: SaleInputs,
  mayDiscount: boolean,
) {
  const { tenders, hasTenders, amountCents, tipCents } = input
  const { user, safeguards } = saleInputs
  const { cashRoundingCents } = safeguards
  const cart = { ...input, tenderCount: tenders.length }
  checkItems(cart)
  const roundingCents = roundingOf(tenders, amountCents ?? 0, cashRoundingCents)
  if (amountCents !== null) {
    checkTenders(tenders, amountCents, { roundingCents, isOnePayment: !hasTenders })
    if (tipCents > amountCents)
      throw new Failure('checkoutInvalidTip', { field: 'tipAmount' })
  }
  if (!user) throw new Failure('checkoutInvalidReference', { field: 'userId' })
  const goodsCents = amountCents === null ? undefined : amountCents - tipCents
  const { stock, lines, sums } = planCart(cart, saleInputs, goodsCents)
  if (amountCents === null) throw amountsDiffer(sums.expectedCents + tipCents, 'amount')
  if (safeguards.verifyAmounts && !input.isQuoted)
    verifyAmounts(input, lines, sums, mayDiscount)
  return {
    user,
    stock,
    sums,
    totalCents: amountCents,
    roundingCents,
    lines,
    items: lines.map((line, at) => soldItem(line, sums.lines[at])),
  }
}

/** Parts of a cart that decide its price. */
export type Cart = Pick<CartToSell, 'items' | 'discountCents' | 'isQuoted'> & {
  /** Number of payments: the more, the fewer products fit beside them. */
  readonly tenderCount: number
}

/**
 * Plans a cart: the stock that it takes, and its sums for `goodsCents` or for the lines'
 * own total. Throws the failures of a checkout.
 */
export function planCart(input: Cart, saleInputs: SaleInputs, goodsCents?: number) {
  const { tenderCount, discountCents } = input
  const { pricesIncludeTax, smallestCents } = saleInputs
  const cart = cartLines(input, saleInputs)
  const stock = stockNeeds(cart, tenderCount, saleInputs)
  const lines = mergeItems(cart)
  const sums = computeSale(
    lines.map(({ quantity, priceAtOrder, discountCents, tax }) => ({
      quantity,
      costCents: quantity * priceAtOrder,
      discountCents,
      tax,
    })),
    { discountCents, pricesIncludeTax, goodsCents, smallestCents },
  )
  // Reports add them up
  if (![sums.expectedCents, modifierSum(lines)].every(Number.isSafeInteger))
    throw new Failure('checkoutInvalidQuantity')
  return { stock, lines, sums }
}

/** Throws the failures of a checkout for items that no cart can have. */
export function checkItems({ items, tenderCount, discountCents }: Cart): void {
  if (items.length === 0) throw new Failure('checkoutEmpty', { field: 'items' })
  refuseTooMany(productsIn(items).size, tenderCount)
  checkAmounts(items, discountCents)
}

/** Throws the failures of a checkout for quantities, prices and discounts that no cart can have. */
export function checkAmounts(items: readonly CartItem[], discountCents: number): void {
  for (const [at, { quantity, priceAtOrder }] of items.entries()) {
    if (!Number.isSafeInteger(quantity) || quantity < 1) {
      throw new Failure('checkoutInvalidQuantity', { field: `items[${at}].quantity` })
    }
    if (priceAtOrder < 0) {
      throw new Failure('checkoutInvalidQuantity', { field: `items[${at}].priceAtOrder` })
    }
  }
  const areExact =
    Number.isSafeInteger(sumOf(items, costOf)) &&
    Number.isSafeInteger(sumOf(items, ({ quantity }) => quantity))
  if (!areExact) throw new Failure('checkoutInvalidQuantity')
  checkDiscounts(items, discountCents)
}

function checkDiscounts(items: readonly CartItem[], discountCents: number): void {
  const at = items.findIndex((item) => item.discountCents > costOf(item))
  if (at !== -1) {
    throw new Failure('checkoutInvalidDiscount', { field: `items[${at}].discountCents` })
  }
  const discounts = sumOf(items, (item) => item.discountCents) + discountCents
  if (discounts > sumOf(items, costOf)) {
    throw new Failure('checkoutInvalidDiscount', { field: 'discountAmount' })
  }
}

/** No less than how many modifiers reports count, and than the cents these come to. */
export const modifierSum = (lines: readonly CartLine[]): number =>
  lines
    .flatMap(({ quantity, soldModifiers }) =>
      soldModifiers.map(
        (each) => quantity * each.quantity * Math.max(1, Math.abs(each.priceCents)),
      ),
    )
    .reduce((sum, part) => sum + part, 0)

function verifyAmounts(
  { tipCents }: CheckoutRequest,
  lines: readonly CartLine[],
  { expectedCents, goodsCents }: SaleSums,
  mayDiscount: boolean,
): void {
  refuseReduced(lines, mayDiscount)
  if (goodsCents !== expectedCents) {
    throw amountsDiffer(tipCents + expectedCents, 'amount')
  }
}

/** Throws `permissionRequired` for a price below the catalogue's, when the caller may give none. */
export function refuseReduced(lines: readonly CartLine[], mayDiscount: boolean): void {
  const isReduced = lines.some(
    ({ priceAtOrder, cataloguePriceCents = 0 }) => priceAtOrder < cataloguePriceCents,
  )
  if (isReduced && !mayDiscount) throw new Failure('permissionRequired')
}

const costOf = ({ quantity, priceAtOrder }: CartItem) => quantity * priceAtOrder

const sumOf = (items: readonly CartItem[], partOf: (item: CartItem) => number) =>
  items.reduce((sum, item) => sum + partOf(item), 0)

/** A line as its order keeps it, with what it was sold for. */
export function soldItem(
  line: CartLine,
  shares: SaleSums['lines'][number] | undefined,
): StoreOrderItemRecord {
  const { productId, variantId, productName, quantity, priceAtOrder, tax, sku } = line
  const modifiers = line.soldModifiers
  const parts = partsOf(line)
  return {
    productId,
    ...(variantId !== undefined && { variantId }),
    productName,
    quantity,
    priceAtOrder,
    paidCents: shares?.paidCents ?? 0,
    ...(shares?.discountCents
      ? { discountCents: shares.discountCents, ownDiscountCents: line.discountCents }
      : {}),
    ...(tax && { tax, taxCents: shares?.taxCents ?? 0 }),
    ...(sku && { sku }),
    ...(line.unitCostCents > 0 && { unitCostCents: line.unitCostCents }),
    ...(parts && { parts }),
    ...(modifiers.length > 0 && { modifiers }),
  }
}

/**
 * Returns the stock that a unit takes; undefined if that is exactly one of the line's own
 * product.
 */
function partsOf({ productId, takes }: CartLine): BundlePart[] | undefined {
  const parts = takes
    .filter(({ counted }) => counted !== 'never')
    .map(({ productId, variantId, quantity, counted, shortQuantity }) => ({
      productId,
      ...(variantId !== undefined && { variantId }),
      quantity,
      ...(counted === 'afterwards' && { stockPolicy: counted }),
      ...(shortQuantity && { shortQuantity }),
    }))
  const [own, ...others] = parts
  const isItself = own?.productId === productId && own.quantity === 1 && !own.stockPolicy
  return isItself && others.length === 0 ? undefined : parts
}
