import type { Json } from './json.ts'

export const userId = '0199f2a4-5c1e-7d3a-9b8f-1a2b3c4d5e6f'
export const productId = '0199f2a4-5c1e-7d3a-9b8f-2b3c4d5e6f70'
export const dishId = '0199f2a4-5c1e-7d3a-9b8f-3c4d5e6f7081'
export const orderId = '0199f2a4-5c1e-7d3a-9b8f-4d5e6f708192'
export const categoryId = '0199f2a4-5c1e-7d3a-9b8f-5e6f708192a3'
export const roleId = '0199f2a4-5c1e-7d3a-9b8f-6f708192a3b4'
export const cash = '32332081-7a2b-4e67-a198-fddf2451f426'
export const btc = '3ae8f71e-954a-4795-8531-368354c67ede'
export const usd = 'bccfc932-d89b-477a-b65b-04f97cae4aae'
export const paymentHash =
  '9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a'

const sale = {
  userId,
  items: [{ productId, quantity: 2, priceAtOrder: 250 }],
  paymentMethodId: cash,
  currencyId: usd,
  amount: 5,
}
const shift = {
  userId,
  shiftDate: '1795219200000',
  startTime: '1795248000000',
  notes: '',
  initialAmount: 100,
}
const order = { userId, status: 'open', total: 0 }
const element = {
  type: 'HEADER',
  value: '{{config.businessName}}',
  style: { bold: true },
}
const ticket = {
  ticketId: 'T-17',
  tableName: 'Window',
  roomName: 'Hall',
  date: '2026-11-21',
  items: [{ quantity: 2, name: 'Coffee', price: 2.5, comments: ['no sugar'] }],
  total: 5,
}
const product = {
  SKU: 'TEA-1',
  name: 'Green tea',
  costCents: 120,
  priceCents: 250,
  quantity: 5,
  minStockThreshold: 1,
  maxStockThreshold: 20,
}

/** An example of each noun that clients send. */
export const examples: Readonly<Record<string, Json>> = {
  AgentInput: { name: 'counter' },
  BaseCurrencyInput: { acronym: 'USD' },
  BusinessInput: { businessName: 'Corner Shop', businessPhone: '+1 555 0100' },
  CategoryInput: { type: 'product', name: 'Tea' },
  Confirmation: { currentUserPin: '0000' },
  ChannelClosingInput: {
    channelId: paymentHash,
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    feerateSatByte: 12,
  },
  CheckoutIfPaidRequest: {
    ...sale,
    paymentMethodId: btc,
    paymentHash,
    satoshiAmount: 4200,
  },
  CheckoutRequest: sale,
  ClosingAmounts: { finalAmount: 345.5, difference: -0.5 },
  Credentials: { name: 'ana', pin: '4321' },
  DishInput: { name: 'Soup', price: 4.5, categoryId },
  EncodedInvoice: { invoice: 'lnbc42u1p5…' },
  FeerateInput: 12,
  Heartbeat: { printers: [{ name: 'front', kind: 'network' }], version: '1.0.0' },
  IngredientInput: {
    name: 'Flour',
    categoryId,
    quantity: 25,
    unit: 'kg',
    lowStockThreshold: 5,
    costPerUnit: 0.85,
  },
  InvoiceInput: {
    description: 'Green tea',
    amountSat: 4200,
    externalId: 'till-1',
    expirySeconds: 600,
  },
  InvoicePaymentInput: { invoice: 'lnbc42u1p5…' },
  JobOutcomeReport: { state: 'printed', detail: null },
  LineChange: { status: 'done' },
  MergeRequest: { orderId },
  MoveRequest: { tableId: categoryId },
  NewLine: { dishId, priceAtOrder: 4.5, notes: 'no salt' },
  Notification: {
    type: 'payment_received',
    timestamp: 1795248000000,
    amountSat: 4200,
    paymentHash,
    externalId: 'till-1',
  },
  OfferPaymentInput: { offer: 'lno1…', amountSat: 1000, message: 'Thanks' },
  OnchainPaymentInput: {
    amountSat: 100_000,
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    feerateSatByte: 12,
  },
  OrderInput: order,
  OrderUpdate: { userId, status: 'closed', total: 9 },
  OrderWithDishes: { order, dishes: [{ dishId, priceAtOrder: 4.5 }] },
  PaymentInput: { methodId: cash, currencyId: usd, transactionId: '', amount: 5 },
  Period: { from: '2026-11-01', to: '2026-11-30' },
  PreviewRequest: { elements: [{ type: 'TOTAL_ROW' }], ticketData: ticket },
  PrintRequest: { ticketData: ticket, printerType: 'CUSTOMER' },
  FireRequest: {},
  PrinterInput: { printerType: 'KITCHEN', printerName: 'oven' },
  PrinterPatch: { enabled: false },
  PrinterSelection: { printerType: 'KITCHEN', printerName: 'oven' },
  ProductInput: product,
  ProductChange: product,
  RoleInput: { role: 'Waiter' },
  RolePermissionsInput: { permissions: ['orders_read', 'orders_create'] },
  SettleRequest: {
    userId,
    tenders: [{ paymentMethodId: cash, amountCents: 4_250, givenCents: 5_000 }],
    tipAmount: 2.5,
  },
  OrderRefundRequest: { items: [{ orderDishId: dishId }], reason: 'cold' },
  StoreRefundRequest: { items: [{ productId, quantity: 1 }], reason: 'cold' },
  SetupForm: {
    businessType: 'store',
    businessName: 'Corner Shop',
    businessCurrency: 'USD',
    userName: 'ana',
    userPassword: 'open sesame',
    userPin: '4321',
  },
  ShiftInput: shift,
  ZReportPrintRequest: { printerType: 'CUSTOMER' },
  CashMovementInput: { type: 'out', amount: 20.5, reason: 'Bread' },
  SpaceInput: { name: 'Terrace' },
  SplitRequest: { dishIds: [dishId] },
  StockDelta: { productId, quantity: -2 },
  SupplierInput: {
    name: 'Mill',
    contact: 'Bea',
    phone: '+1 555 0101',
    email: 'bea@example.com',
    address: '1 Mill Road',
  },
  TaxInput: { name: 'VAT', ratePercent: 16 },
  TaxPatch: { isDefault: true },
  TableInput: { name: 'Window', spaceId: categoryId },
  TemplateInput: { name: 'Bill', elements: [element, { type: 'TABLE_ROW' }] },
  TicketInput: {
    orderId,
    userId,
    ticketDate: '',
    status: 2,
    totalAmount: 5,
    notes: '',
  },
  TicketPaymentInput: { paymentId: productId, ticketId: orderId },
  UserInput: { name: 'bea', pin: '1234', role: roleId },
  UserPatch: { phone: '+1 555 0102' },
  WrappedUser: {
    user: { name: 'bea', pin: '1234', role: roleId },
    currentUserPin: '0000',
  },
  WalletPassword: { password: 'open sesame' },
}
