import type { Explanation } from './explanation.ts'

const notZero = 'A quantity of 0 has been answered before'

const transactionDecides =
  'The transaction refuses it as well; to look before only saves it'

const hasTaker =
  'Some item takes of each product of the sale; the default is for the type checker'

/** Why mutants of the catalogue and its stock are harmless. */
export const ofCatalog: readonly Explanation[] = [
  {
    file: 'shared/catalog/taxes.ts',
    line: 'const taxes = record?.taxes ?? []',
    to: '["Stryker was here"]',
    why: 'A text has no id and is no default, so it is never found',
  },
  {
    file: 'shared/catalog/products.ts',
    line: 'sum + Math.abs(quantity)',
    to: 'sum - Math.abs(quantity)',
    why: 'Only the size of the sum counts, not its sign',
  },
  {
    file: 'shared/catalog/products.ts',
    line: 'if (quantity === 0) return',
    to: 'false',
    why: 'Adds 0 under the same condition',
  },
  {
    file: 'shared/catalog/products.ts',
    line: "`${quantity < 0 ? '#quantity",
    to: 'quantity <= 0',
    why: notZero,
  },
  {
    file: 'shared/catalog/products.ts',
    line: 'const bound = quantity < 0',
    to: 'quantity <= 0',
    why: notZero,
  },
  {
    file: 'shared/checkout/stock-needs.ts',
    line: 'for (const [id, quantity] of units) {',
    to: '{}',
    why: transactionDecides,
  },
  {
    file: 'shared/checkout/stock-needs.ts',
    line: 'products.get(id)?.quantity ??',
    to: 'products.get(id)?.quantity && Number.MAX_SAFE_INTEGER',
    why: transactionDecides,
  },
  {
    file: 'shared/checkout/stock-needs.ts',
    line: 'if (quantity > stock) throw',
    to: 'false',
    why: transactionDecides,
  },
  {
    file: 'shared/checkout/stock-needs.ts',
    line: 'const tooLittle =',
    why: hasTaker,
  },
  {
    file: 'shared/checkout/stock-needs.ts',
    line: 'at === undefined ||',
    to: 'false',
    why: hasTaker,
  },
  {
    file: 'shared/catalog/bundles.ts',
    line: 'const areOthersOnce =',
    why: 'Two writes of one record in a transaction are refused as well',
  },
  {
    file: 'shared/catalog/bundles.ts',
    line: 'known = new Map(products.map',
    to: '[]',
    why: 'Products that were read are read again',
  },
  {
    file: 'shared/catalog/bundles.ts',
    line: 'keys = [...new Set(named',
    why: 'Products that were read are read again',
  },
  {
    file: 'shared/catalog/bundles.ts',
    line: 'flatMap(({ components = [] })',
    to: '["Stryker was here"]',
    why: 'A product that is not there changes nothing',
  },
]
