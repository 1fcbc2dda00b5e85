import type { OfflineItem, OfflineSale, TenderInput } from '../../../shared/client/api.ts'
import { computeSale, taxKey } from '../../../shared/selling/sales/sale-sums.ts'
import { type Cart, isKeyedIn } from '../cart/cart.ts'
import {
  mergedLines,
  type PricedCart,
  type PricedLine,
  type Prices,
} from '../cart/priced-cart.ts'

/** The most lines, letters of a name, and letters of a sale that can be handed in. */
const maxLines = 300
const maxNameLength = 200
const maxLength = 20_000

/** Facts of a receipt beside its cart. */
type Facts = {
  readonly saleId: string
  readonly soldAtMs: number
  readonly userId: string
  readonly currencyId: string
  readonly tipCents: number
  readonly tenders: readonly TenderInput[]
}

/**
 * A cart as its receipt says it, to be handed in if the cloud does not answer; its number is 0.
 * Undefined for one that cannot be: it is too long, or does not come to what is due.
 */
export function offlineSaleOf(
  { note }: Pick<Cart, 'note'>,
  priced: PricedCart,
  { taxes: known, pricesIncludeTax, smallestCents }: Omit<Prices, 'products'>,
  { saleId, soldAtMs, userId, currencyId, tipCents, tenders }: Facts,
): OfflineSale | undefined {
  const lines = mergedLines(priced)
  const ofLinesCents = sumOf(lines.map(({ discountCents }) => discountCents))
  const discountAmount = priced.discountCents - ofLinesCents
  const sums = computeSale(
    lines.map(({ quantity, unitCents, discountCents, tax }) => ({
      quantity,
      costCents: quantity * unitCents,
      discountCents,
      tax,
    })),
    { discountCents: discountAmount, pricesIncludeTax, smallestCents },
  )
  const idOf = (tax: NonNullable<PricedLine['tax']>) =>
    known.find(
      ({ name, ratePercent }) =>
        name === tax.name && Math.round(ratePercent * 1_000) === tax.rateThousandths,
    )?.id ?? taxKey(tax)
  const dueCents = priced.dueCents + tipCents
  const sale: OfflineSale = {
    saleId,
    soldAt: new Date(soldAtMs).toISOString(),
    number: 0,
    userId,
    currencyId,
    items: lines.map((line) => ({
      ...itemOf(line),
      ...(line.tax && { taxId: idOf(line.tax) }),
    })),
    tenders: [...tenders],
    amount: dueCents / 100,
    discountAmount,
    tipAmount: tipCents / 100,
    roundingCents: sumOf(tenders.map(({ amountCents }) => amountCents)) - dueCents,
    ticketNotes: note,
    pricesIncludeTax,
    taxes: sums.taxes.map(({ netCents, taxCents, ...tax }) => ({
      taxId: idOf(tax),
      name: tax.name,
      ratePercent: tax.rateThousandths / 1_000,
      netCents,
      taxCents,
    })),
  }
  const isWhole = sums.expectedCents === priced.dueCents && lines.length <= maxLines
  return isWhole && JSON.stringify(sale).length <= maxLength ? sale : undefined
}

const itemOf = ({
  item,
  name,
  quantity,
  unitCents,
  discountCents,
}: PricedLine): OfflineItem => ({
  ...(!isKeyedIn(item) && {
    productId: item.productId,
    ...(item.variantId !== undefined && { variantId: item.variantId }),
    ...(item.choices && { modifiers: [...item.choices] }),
  }),
  name: onPaper(name),
  priceAtOrder: unitCents,
  quantity,
  discountCents,
})

const onPaper = (name: string) => {
  const printed = name.replace(/\p{Cc}+/gu, ' ').slice(0, maxNameLength)
  // Never half of a letter, which no proof can be made of
  return printed.replaceAll(/\p{Cs}/gu, '').trim() || '…'
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)
