/** A set of test files that prove more the longer they run. */
export type Suite = { readonly name: string; readonly files: readonly string[] }

export const suites: readonly Suite[] = [
  {
    name: 'generated bad input and pages',
    files: ['tests/generated/bad-input', 'tests/generated/pages'],
  },
  { name: 'attacks at the level of the protocol', files: ['tests/lab/attacks'] },
  {
    name: 'money',
    files: [
      'tests/unit/catalog',
      'tests/unit/checkout',
      'tests/unit/money',
      'tests/unit/reports',
      'tests/unit/refunds',
      'tests/unit/sales',
      'tests/unit/shifts',
      'tests/unit/time',
    ],
  },
  {
    name: 'pages in a browser',
    files: [
      'tests/browser/docs',
      'tests/browser/kitchen',
      'tests/browser/office-',
      'tests/browser/till-after',
      'tests/browser/till-display',
      'tests/browser/till-first-day',
      'tests/browser/till-hands',
      'tests/browser/till-kept',
      'tests/browser/till-lightning-refund',
      'tests/browser/till-offline',
      'tests/browser/till-property',
      'tests/browser/till-restaurant',
      'tests/browser/till-scans',
      'tests/browser/till-tills',
    ],
  },
  { name: 'generated callers', files: ['tests/generated/authorization'] },
  {
    name: 'races',
    files: [
      'tests/races',
      'tests/api/catalog/categories',
      'tests/api/catalog/product-stock',
      'tests/api/catalog/suppliers',
      'tests/api/catalog/taxes',
      'tests/api/restaurant/spaces',
      'tests/api/shop/setup',
    ],
  },
  {
    name: 'the search for a PIN',
    files: ['tests/api/staff/pin-search', 'tests/unit/staff'],
  },
  {
    name: 'long lists',
    files: ['tests/api/http/big-lists', 'tests/generated/list-order'],
  },
  { name: 'large imports', files: ['tests/api/imports/large-imports'] },
  {
    name: 'faults',
    files: [
      'tests/faults/bills',
      'tests/faults/checkout',
      'tests/faults/close',
      'tests/faults/links',
      'tests/faults/pending-counts',
      'tests/faults/refunds',
      'tests/faults/staff-privileges',
    ],
  },
  {
    name: 'large orders and many links',
    files: [
      'tests/api/catalog/many-dishes',
      'tests/api/restaurant/many-tables',
      'tests/api/restaurant/order-totals',
      'tests/api/sales/ticket-payments',
    ],
  },
  { name: 'the simulation', files: ['tests/lab/simulation'] },
  { name: 'crowds of watchers', files: ['tests/sockets'] },
  { name: 'the package of the client', files: ['tests/client/package'] },
  { name: 'a client by another generator', files: ['tests/client/generated'] },
  {
    name: 'the bundle, the single executable and its update',
    files: ['tests/agent/bundle', 'tests/agent/executable'],
  },
  { name: 'agents and clouds of two releases', files: ['tests/agent/last-release'] },
  { name: 'the templates of the cloud', files: ['tests/infra/checks'] },
  {
    name: 'the whole system',
    files: [
      'tests/demo/demo',
      'tests/local/launcher',
      'tests/local/older-release',
      'tests/local/shops',
      'tests/local/whole-system',
    ],
  },
  {
    name: 'kills and lost webhooks',
    files: [
      'tests/agent/crash',
      'tests/agent/kills',
      'tests/agent/paper-trail',
      'tests/agent/waiting-printer',
      'tests/agent/network-loss',
      'tests/tunnel/wallet',
      'tests/webhook/reconciliation',
    ],
  },
]
