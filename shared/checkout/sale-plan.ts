import { Failure } from '../failure.ts'
import type { BundlePart } from '../sales/sale-snapshot.ts'
import { computeSale, type SaleSums } from '../sales/sale-sums.ts'
import { amountsDiffer, checkTenders } from '../sales/tenders.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { type SaleInputs, taxOf } from './sale-inputs.ts'
import { refuseTooMany, stockNeeds } from './stock-needs.ts'
import type { StoreOrderItemRecord } from './store-orders.ts'

/** A sale that passed its checks, ready to be written. */
export type SalePlan = ReturnType<typeof planSale>

/**
 * Checks a cart against what was read, and computes what each line is sold for. Throws
 * the failures of a checkout, and `permissionRequired` for a price that is a discount when
 * the caller may give none.
 */
export function planSale(
  input: CheckoutRequest,
  saleInputs: SaleInputs,
  mayDiscount: boolean,
) {
  const { items, tenders, hasTenders, amountCents, discountCents, tipCents } = input
  checkItems(input)
  if (amountCents !== null) {
    checkTenders(tenders, amountCents, !hasTenders)
    if (tipCents > amountCents)
      throw new Failure('checkoutInvalidTip', { field: 'tipAmount' })
  }
  const { user, products, pricesIncludeTax, safeguards } = saleInputs
  if (!user) throw new Failure('checkoutInvalidReference', { field: 'userId' })
  const stock = stockNeeds(input, products)
  const lines = mergeItems(items)
  const goodsCents = amountCents === null ? undefined : amountCents - tipCents
  const sums = computeSale(
    lines.map(({ quantity, priceAtOrder, discountCents, productId }) => ({
      quantity,
      costCents: quantity * priceAtOrder,
      discountCents,
      tax: taxOf(saleInputs, productId),
    })),
    { discountCents, pricesIncludeTax, goodsCents },
  )
  // Reports add it up
  if (!Number.isSafeInteger(sums.expectedCents))
    throw new Failure('checkoutInvalidQuantity')
  if (amountCents === null) throw amountsDiffer(sums.expectedCents + tipCents, 'amount')
  if (safeguards.verifyAmounts) verifyAmounts(input, saleInputs, sums, mayDiscount)
  return {
    user,
    stock,
    sums,
    totalCents: amountCents,
    items: lines.map((line, at) => soldItem(line, saleInputs, sums.lines[at])),
  }
}

function checkItems({ items, tenders, discountCents }: CheckoutRequest): void {
  if (items.length === 0) throw new Failure('checkoutEmpty', { field: 'items' })
  const different = new Set(items.map(({ productId }) => productId)).size
  refuseTooMany(different, tenders.length)
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

function checkDiscounts(items: CheckoutRequest['items'], discountCents: number): void {
  const at = items.findIndex((item) => item.discountCents > costOf(item))
  if (at !== -1) {
    throw new Failure('checkoutInvalidDiscount', { field: `items[${at}].discountCents` })
  }
  const discounts = sumOf(items, (item) => item.discountCents) + discountCents
  if (discounts > sumOf(items, costOf)) {
    throw new Failure('checkoutInvalidDiscount', { field: 'discountAmount' })
  }
}

function verifyAmounts(
  { items, tipCents }: CheckoutRequest,
  { products }: SaleInputs,
  { expectedCents, goodsCents }: SaleSums,
  mayDiscount: boolean,
): void {
  const isReduced = items.some(
    ({ productId, priceAtOrder }) =>
      priceAtOrder < (products.get(productId)?.priceCents ?? 0),
  )
  if (isReduced && !mayDiscount) throw new Failure('permissionRequired')
  if (goodsCents !== expectedCents) {
    throw amountsDiffer(tipCents + expectedCents, 'amount')
  }
}

type Item = CheckoutRequest['items'][number]

const costOf = ({ quantity, priceAtOrder }: Item) => quantity * priceAtOrder

const sumOf = (items: readonly Item[], partOf: (item: Item) => number) =>
  items.reduce((sum, item) => sum + partOf(item), 0)

/** One item for each product at each price. */
export function mergeItems(items: readonly Item[]): Item[] {
  const merged = new Map<string, Item>()
  for (const item of items) {
    const key = `${item.productId} ${item.priceAtOrder}`
    const same = merged.get(key)
    merged.set(key, {
      ...item,
      quantity: (same?.quantity ?? 0) + item.quantity,
      discountCents: (same?.discountCents ?? 0) + item.discountCents,
    })
  }
  return [...merged.values()]
}

function soldItem(
  { productId, quantity, priceAtOrder }: Item,
  saleInputs: SaleInputs,
  line: SaleSums['lines'][number] | undefined,
): StoreOrderItemRecord {
  const product = saleInputs.products.get(productId)
  const tax = taxOf(saleInputs, productId)
  const parts = (product?.components ?? []).map(
    ({ componentId, quantity: units }): BundlePart => ({
      productId: componentId,
      quantity: units,
    }),
  )
  return {
    productId,
    productName: product?.name ?? '',
    quantity,
    priceAtOrder,
    paidCents: line?.paidCents ?? 0,
    ...(line?.discountCents ? { discountCents: line.discountCents } : {}),
    ...(tax && { tax, taxCents: line?.taxCents ?? 0 }),
    ...(product?.SKU && { sku: product.SKU }),
    ...(parts.length > 0 && { parts }),
  }
}
