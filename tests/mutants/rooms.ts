/** A part of the product whose mutants are tested together, with the tests that kill them. */
export type Room = {
  /** Sources that are mutated: paths or patterns from the root. */
  readonly sources: readonly string[]
  /** Test files, in the order in which they run. */
  readonly tests: readonly string[]
}

/** Every room, by the name that `npm run mutants` takes. */
export const rooms: Readonly<Record<string, Room>> = {
  money: {
    sources: ['shared/money/*.ts'],
    tests: ['tests/unit/money/*.test.ts'],
  },
  taxes: {
    sources: [
      'shared/catalog/tax.ts',
      'shared/catalog/taxes.ts',
      'shared/sales/sale-sums.ts',
    ],
    tests: [
      'tests/unit/sales/sale-sums.test.ts',
      'tests/api/catalog/taxes.test.ts',
      'tests/api/store/selling.test.ts',
    ],
  },
  stock: {
    sources: ['shared/catalog/products.ts', 'shared/store/stock-needs.ts'],
    tests: [
      'tests/api/catalog/product-stock.test.ts',
      'tests/api/catalog/bundles.test.ts',
      'tests/api/staff/audit.test.ts',
      'tests/api/store/checkout-codes.test.ts',
      'tests/api/store/checkout-refusals.test.ts',
      'tests/api/store/selling.test.ts',
      'tests/api/store/checkout-repeated.test.ts',
      'tests/api/store/checkout.test.ts',
    ],
  },
  bundles: {
    sources: ['shared/catalog/bundles.ts'],
    tests: ['tests/api/catalog/bundles.test.ts'],
  },
  sale: {
    sources: [
      'shared/store/sale.ts',
      'shared/store/sale-plan.ts',
      'shared/store/sale-records.ts',
      'shared/sales/sold-ticket.ts',
      'shared/store/checkout.ts',
    ],
    tests: ['tests/api/store/*.test.ts'],
  },
  transactions: {
    sources: ['shared/dynamodb/transact.ts'],
    tests: ['tests/unit/dynamodb/transact.test.ts'],
  },
  idempotency: {
    sources: ['shared/http/idempotency/*.ts', 'shared/http/pipeline/idempotency.ts'],
    tests: [
      'tests/unit/http/repeatable-id.test.ts',
      'tests/api/http/idempotency.test.ts',
      'tests/api/http/idempotency-long.test.ts',
      'tests/api/http/idempotency-runs.test.ts',
    ],
  },
}

/** The environment's variable that names the room whose tests Vitest runs. */
export const roomVariable = 'POS_MUTANTS_ROOM'
