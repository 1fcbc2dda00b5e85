import { hasVariants, variantsOf } from '../../catalog/variants.ts'
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
import { taxKey } from '../sales/sale-sums.ts'
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
    const { line, isChanged } = catalogueLine(
      cartItemOf({ ...item, taxId: undefined }),
      inputs,
    )
    if (isChanged) flags.add('product_gone')
    const isKnown = item.productId !== '' && inputs.products.has(item.productId)
    // Choices that the catalogue does not have have no price there
    if (isKnown && line.cataloguePriceCents !== item.priceAtOrder) {
      flags.add('price_differs')
    }
    return { ...line, productName: item.name, tax }
  })
  return mergeItems(lines, ({ productName, tax }) => [productName, tax && taxKey(tax)])
}

/**
 * A line by the catalogue. Of one that is not as it was when it was sold, it has what is still
 * there: `isChanged`.
 */
function catalogueLine(
  item: CartItem,
  inputs: SaleInputs,
): { readonly line: CartLine; readonly isChanged: boolean } {
  const line = lineBy(item, inputs)
  if (line) return { line, isChanged: false }
  const { itemLeft, inputsLeft } = whatIsLeft(item, inputs)
  return { line: lineBy(itemLeft, inputsLeft) ?? lineOfNothing(item), isChanged: true }
}

function lineBy(item: CartItem, inputs: SaleInputs): CartLine | undefined {
  try {
    const [line] = cartLines({ items: [item], isQuoted: true }, inputs)
    return line
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/**
 * An item without the choices that its product no longer has, and a catalogue that sells it
 * within no limits of groups: its product, and what else of it is there, takes its units.
 */
function whatIsLeft(item: CartItem, inputs: SaleInputs) {
  const product = inputs.products.get(item.productId)
  const isThere = ({ productId, variantId = productId }: NamedStock) => {
    const named = inputs.products.get(productId)
    return !named || variantsOf(named).some(({ id }) => id === variantId)
  }
  const groups = (inputs.modifiers?.groups ?? [])
    .filter(({ id }) => product?.modifierGroupIds?.includes(id))
    .map((group) => ({
      ...group,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      options: group.options.map(({ productId, ...option }) => ({
        ...option,
        isAvailable: true,
        ...(productId !== undefined &&
          isThere({ ...option, productId }) && { productId }),
      })),
    }))
  const modifiers = item.modifiers?.filter(
    ({ groupId, optionId, quantity }) =>
      Number.isSafeInteger(quantity) &&
      quantity >= 1 &&
      groups.some(
        ({ id, options }) => id === groupId && options.some(({ id }) => id === optionId),
      ),
  )
  const productLeft = product && {
    ...product,
    ...(product.components && {
      components: product.components.filter(({ componentId, ...stored }) =>
        isThere({ ...stored, productId: componentId }),
      ),
    }),
    ...(product.variants && {
      variants: product.variants.map((variant) => ({
        ...variant,
        isActive: variant.isActive || variant.id === item.variantId,
      })),
    }),
  }
  return {
    itemLeft: {
      ...item,
      modifiers,
      variantId: product && !hasVariants(product) ? undefined : item.variantId,
    },
    inputsLeft: {
      ...inputs,
      modifiers: inputs.modifiers && { ...inputs.modifiers, groups },
      products: productLeft
        ? new Map([...inputs.products, [productLeft.id, productLeft]])
        : inputs.products,
    },
  }
}

type NamedStock = { readonly productId: string; readonly variantId?: string | undefined }

const lineOfNothing = (item: CartItem): CartLine => ({
  ...item,
  soldModifiers: [],
  productName: '',
  sku: null,
  unitCostCents: 0,
  tax: undefined,
  categoryId: undefined,
  cataloguePriceCents: undefined,
  takes: [],
})
