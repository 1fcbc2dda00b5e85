/** The words of changes to the catalogue. Every language has the same keys. */
export const en = {
  products: 'Products',
  dishes: 'Dishes',
  search: 'Search',
  none: 'Nothing found.',
  others: (count: number) => `${count} more: search for them.`,
  change: (name: string) => `Change ${name}`,
  sku: 'SKU',
  barcodes: 'Barcodes',
  barcodesHint: 'Separate several with spaces.',
  low: 'Low stock below',
  isSold: 'On sale',
  isServed: 'On the menu',
  notSold: 'off sale',
  save: 'Save',
}

export type CatalogueTexts = typeof en
