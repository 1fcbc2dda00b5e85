/** Description of each group of endpoints, in the order of the document. */
export const tags: Readonly<Record<string, string>> = {
  general: 'The root path and the health check.',
  docs: 'This document, the one about the WebSockets, and a page that shows this one.',
  office: "The owner's page.",
  till: 'The page that sells.',
  kitchen: "The kitchen's screen.",
  setup: 'The setup of a new deployment: the business and its first user.',
  auth: 'Login with name and PIN, token renewal and logout. Tokens are cookies.',
  users: 'Staff accounts.',
  roles: 'Roles with their permissions, and the catalogue of all permissions.',
  exports: 'All that the shop has, to take along.',
  'import-runs': 'Imports of products, dishes, suppliers and staff from tables.',
  'api-keys': 'Keys with which other programs use the API, for administrators.',
  webhooks: 'Addresses that sales and other events are sent to, for administrators.',
  shifts: 'Staff shifts. At most one is open. Amounts are in major units.',
  config: 'The business of the deployment.',
  'till-data':
    'What a till knows: everything in one read with a version, and then what changes.',
  currencies: 'The currencies, and the one in which the shop counts.',
  taxes: 'The taxes of the shop. A product or a dish may name one of them.',
  modifiers:
    'The modifier groups of the shop. Products and dishes name those they are sold with.',
  products: 'Products of the store and their stock. Prices are in cents.',
  categories: 'Categories of products, dishes and ingredients.',
  'store-orders':
    'Checkout of the store, its orders, and whether a Lightning payment was received. ' +
    'Prices, totals and discountAmount are in cents; amount and tipAmount in major units.',
  quotes:
    'Prices in satoshis, each with an invoice that is bound to a cart or to a bill. Amounts are ' +
    'in cents, tipAmount in major units.',
  tills:
    'Devices with numbers and drawers of their own, where the deployment has the option `tills`.',
  'pay-codes': 'Static codes: customers pay them with any wallet.',
  lnurl: 'What wallets ask of pay codes: LNURL-pay and Lightning addresses.',
  spaces: 'The spaces of a restaurant, which have tables.',
  tables: 'The tables of a restaurant.',
  dishes: 'The menu of a restaurant. Prices are in major units.',
  orders:
    'Orders of the restaurant and their dishes. Amounts are in major units, discountAmount in cents.',
  bills:
    'Bills of the restaurant: they are settled, split, merged and moved. Amounts are in ' +
    'cents, tipAmount in major units.',
  ingredients: "The kitchen's stock.",
  suppliers: 'The suppliers of a restaurant.',
  payments:
    'Payments, their methods and currencies, and the tickets that they are linked to.',
  'unmatched-payments':
    'Payments that were received and that no sale knows, and what becomes of them.',
  tickets: 'The tickets of restaurant and store orders.',
  reports: 'Reports of what was sold.',
  notifications:
    'What the owner must know of the shop, and what each administrator has read of it.',
  audit: 'Who changed prices, stock, roles and PINs, and who gave money back.',
  uploads: 'Pictures of products and of the business.',
  printers: 'Printer configurations, and printing.',
  templates: 'Ticket templates.',
  receipts: 'The pages that show receipts to customers.',
  wallet: "The shop's Lightning wallet. Amounts are in satoshis.",
  webhook: "The node's signed notifications of received payments.",
  agents: "On-site agents: their administration, and the agents' own calls.",
}
