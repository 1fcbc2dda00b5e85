/** A part of the product whose mutants are tested together, with the tests that kill them. */
export type Module = {
  /** Sources that are mutated: paths or patterns from the root. */
  readonly sources: readonly string[]
  /** Test files, in the order in which they run. */
  readonly tests: readonly string[]
  /** True if the tests use neither the table nor the API, and run without their clients. */
  readonly isPure?: true
}

/** Every module, by the name that `npm run mutants` takes. */
export const modules: Readonly<Record<string, Module>> = {
  money: {
    isPure: true,
    sources: ['shared/platform/money/*.ts'],
    tests: ['tests/unit/money/*.test.ts'],
  },
  taxes: {
    sources: [
      'shared/catalog/tax.ts',
      'shared/catalog/taxes.ts',
      'shared/selling/sales/sale-sums.ts',
    ],
    tests: [
      'tests/unit/sales/sale-sums.test.ts',
      'tests/api/catalog/taxes.test.ts',
      'tests/api/store/selling.test.ts',
    ],
  },
  stock: {
    sources: [
      'shared/catalog/products.ts',
      'shared/selling/checkout/stock-needs.ts',
      'shared/selling/checkout/stock-return.ts',
    ],
    tests: [
      'tests/api/catalog/product-stock.test.ts',
      'tests/api/catalog/bundles.test.ts',
      'tests/api/staff/audit.test.ts',
      'tests/api/store/checkout-codes.test.ts',
      'tests/api/store/checkout-refusals.test.ts',
      'tests/api/store/bundles.test.ts',
      'tests/api/store/selling.test.ts',
      'tests/api/store/checkout-repeated.test.ts',
      'tests/api/store/checkout.test.ts',
      'tests/api/store/store-orders.test.ts',
    ],
  },
  bundles: {
    sources: ['shared/catalog/bundles.ts'],
    tests: ['tests/api/catalog/bundles.test.ts'],
  },
  sale: {
    sources: [
      'shared/selling/sell/{cart,payments}.ts',
      'shared/selling/checkout/cart-lines.ts',
      'shared/selling/checkout/sale-plan.ts',
      'shared/selling/sales/sold-ticket.ts',
      'shared/selling/sell/sell.ts',
    ],
    tests: ['tests/api/store/*.test.ts'],
  },
  transactions: {
    sources: ['shared/platform/dynamodb/transact.ts'],
    tests: ['tests/unit/dynamodb/transact.test.ts'],
  },
  idempotency: {
    sources: [
      'shared/platform/idempotency/*.ts',
      'shared/platform/http/pipeline/idempotency.ts',
    ],
    tests: [
      'tests/unit/idempotency/repeatable-id.test.ts',
      'tests/unit/idempotency/stored-body.test.ts',
      'tests/api/http/idempotency-stored.test.ts',
      'tests/api/http/idempotency.test.ts',
      'tests/api/http/idempotency-long.test.ts',
      'tests/api/http/idempotency-runs.test.ts',
    ],
  },
  refunds: {
    isPure: true,
    sources: [
      'shared/selling/refunds/payout-amount.ts',
      'shared/selling/refunds/refund-units.ts',
      'shared/selling/refunds/refundable.ts',
    ],
    tests: [
      'tests/unit/refunds/refund-units.test.ts',
      'tests/unit/refunds/refund-parts.test.ts',
    ],
  },
  payouts: {
    sources: [
      'shared/selling/refunds/pay-out.ts',
      'shared/selling/refunds/payouts.ts',
      'shared/selling/refunds/settle-payout.ts',
    ],
    tests: [
      'tests/api/refunds/payout-records.test.ts',
      'tests/api/refunds/payout-steps.test.ts',
      'tests/api/refunds/payout-races.test.ts',
    ],
  },
  auth: {
    sources: [
      'shared/people/auth/cookies.ts',
      'shared/people/auth/session-caller.ts',
      'shared/people/auth/tokens.ts',
      'shared/people/staff/pins.ts',
      'shared/people/staff/sessions.ts',
    ],
    tests: [
      'tests/unit/auth/cookies.test.ts',
      'tests/api/staff/tokens.test.ts',
      'tests/api/staff/sessions.test.ts',
    ],
  },
  limiter: {
    isPure: true,
    sources: [
      'shared/people/staff/leaky-bucket.ts',
      'shared/people/staff/login-decision.ts',
      'shared/people/staff/known-devices.ts',
    ],
    tests: ['tests/unit/staff/login-decision.test.ts'],
  },
  login: {
    sources: ['shared/people/auth/login.ts', 'shared/people/staff/login-rate-limit.ts'],
    tests: [
      'tests/api/staff/login-attempts.test.ts',
      'tests/api/staff/login-user.test.ts',
      'tests/api/staff/login-rate-limit-by-name.test.ts',
      'tests/api/staff/login-rate-limit.test.ts',
      'tests/api/staff/login-rate-limit-across-addresses.test.ts',
      'tests/api/staff/auth.test.ts',
    ],
  },
  webhook: {
    sources: [
      'functions/webhook/handler.ts',
      'shared/lightning/node/phoenixd/signature.ts',
    ],
    tests: [
      'tests/unit/lightning/signature.test.ts',
      'tests/api/payments-feed/webhook.test.ts',
    ],
  },
  'fan-out': {
    sources: ['shared/lightning/payments-feed/fan-out.ts'],
    tests: ['tests/api/payments-feed/fan-out.test.ts'],
  },
  frames: {
    isPure: true,
    sources: [
      'shared/lightning/node/phoenixd/allow-list.ts',
      'print-agent/tunnel/requests.ts',
      'shared/agents/protocol/tunnel-frame.ts',
    ],
    tests: ['tests/agent/allow-list.test.ts', 'tests/agent/tunnel-requests.test.ts'],
  },
  tunnel: {
    sources: [
      'shared/agents/answer-times.ts',
      'shared/agents/tunnel-*.ts',
      'functions/tunnel/handler.ts',
    ],
    tests: [
      'tests/unit/agents/answer-times.test.ts',
      'tests/api/agents/tunnel-connections.test.ts',
      'tests/api/agents/tunnel-transport.test.ts',
      'tests/api/agents/tunnel-answers.test.ts',
    ],
  },
  journal: {
    isPure: true,
    sources: ['print-agent/jobs/journal.ts', 'print-agent/line-file.ts'],
    tests: ['tests/agent/journal.test.ts', 'tests/agent/line-file.test.ts'],
  },
}

/** The environment's variable that names the module whose tests Vitest runs. */
export const moduleVariable = 'POS_MUTANTS_MODULE'
