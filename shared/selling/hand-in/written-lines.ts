import { Failure } from '../../failure.ts'
import {
  type CartItem,
  type CartLine,
  cartLines,
  mergeItems,
} from '../checkout/cart-lines.ts'
import type { SaleInputs } from '../checkout/sale-inputs.ts'
import type { SaleFlag } from '../sales/sale-flags.ts'
import type { SoldTax } from '../sales/sale-snapshot.ts'
import type { OfflineSale } from './offline-sale.ts'
import { Refused } from './refused.ts'

/** A line as its till wrote it, with what a unit takes from stock by the catalogue of now. */
export type WrittenLine = CartLine

/** An item of a receipt as a cart has it. */
export const cartItemOf = ({
  name,
  taxId,
  ...item
}: OfflineSale['items'][number]): CartItem => ({
  ...item,
  keyedIn: item.productId === '' ? { name, taxId } : undefined,
})

/**
 * The lines of a receipt, by its names, prices and taxes; `flags` gets what the catalogue says
 * otherwise. Throws Refused for a tax that the receipt does not have.
 */
export function writtenLines(
  { items }: Pick<OfflineSale, 'items'>,
  taxes: ReadonlyMap<string, SoldTax>,
  inputs: SaleInputs,
  flags: Set<SaleFlag>,
): WrittenLine[] {
  const lines = items.map((item, at) => {
    const tax = item.taxId === undefined ? undefined : taxes.get(item.taxId)
    if (item.taxId !== undefined && !tax) {
      throw new Refused('offline_sale_invalid', `items[${at}].taxId`)
    }
    const line = catalogueLine(cartItemOf({ ...item, taxId: undefined }), inputs)
    const { cataloguePriceCents } = line
    if (item.productId !== '' && cataloguePriceCents === undefined) {
      flags.add('product_gone')
    } else if (
      cataloguePriceCents !== undefined &&
      cataloguePriceCents !== item.priceAtOrder
    ) {
      flags.add('price_differs')
    }
    return { ...line, productName: item.name, tax }
  })
  return mergeItems(lines)
}

/** A line by the catalogue; one of a product that is gone or changed takes nothing. */
function catalogueLine(item: CartItem, inputs: SaleInputs): CartLine {
  try {
    const [line] = cartLines({ items: [item], isQuoted: true }, inputs)
    if (line) return line
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  return {
    ...item,
    soldModifiers: [],
    productName: '',
    sku: null,
    unitCostCents: 0,
    tax: undefined,
    categoryId: undefined,
    cataloguePriceCents: undefined,
    takes: [],
  }
}
