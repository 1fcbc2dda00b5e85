import type { ImportRun } from '../../../../shared/client/api.ts'

/** Kind of the rows. */
export type ImportKind = ImportRun['kind']

/** The columns of each kind, as the API names them. The first ones stand in the template. */
export const columnsOf = {
  products: [
    'name',
    'price',
    'tax',
    'categories',
    'barcodes',
    'SKU',
    'cost',
    'quantity',
    'minStockThreshold',
    'maxStockThreshold',
    'description',
    'imageUrl',
    'trackStock',
    'stockPolicy',
    'isAvailable',
  ],
  dishes: ['name', 'price', 'category', 'tax', 'course', 'isAvailable'],
  suppliers: ['name', 'contact', 'phone', 'email', 'address'],
  users: ['name', 'role', 'email', 'phone'],
} as const satisfies Record<ImportKind, readonly string[]>

export type Column = (typeof columnsOf)[ImportKind][number]
