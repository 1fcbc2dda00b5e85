import { connect } from 'lightning-pos/client'
import { PosError } from 'lightning-pos/client/pos-error'

/*
 * A till by a developer who has the package and nothing else: no types of Node, no
 * other package. It is compiled and run apart from the repository.
 */
const pos = connect({ baseUrl: 'http://127.0.0.1:9' })

type Products = Awaited<ReturnType<typeof pos.products.list>>
type Product = Products[number]

const tea = {
  SKU: 'TEA',
  name: 'Green tea',
  costCents: 120,
  priceCents: 250,
  quantity: 5,
  minStockThreshold: 0,
  maxStockThreshold: 0,
}

/** Sells one tea for cash and one over Lightning; returns the orders and what is left. */
export async function sell(
  shop: { baseUrl: string; name: string; pin: string },
  pay: (invoice: string) => Promise<unknown>,
) {
  const { auth, products, storeOrders, wallet, payments, currencies } = connect(shop)
  const { user } = await auth.login({ body: shop })
  const { id: productId } = await products.create({ body: tea })
  const { currencyId } = await currencies.base()
  const methods = await payments.methods()
  const saleBy = (method: string) => ({
    userId: user.userId,
    items: [{ productId, quantity: 1, priceAtOrder: tea.priceCents }],
    paymentMethodId: methods.find(({ name }) => name === method)?.id ?? '',
    currencyId,
    amount: tea.priceCents / 100,
  })

  const cash = await storeOrders.checkout({ body: saleBy('Cash') })
  const { serialized, paymentHash } = await wallet.createInvoice({
    body: { description: 'Tea', amountSat: 2_500, expirySeconds: 600 },
  })
  await pay(serialized)
  const lightning = await storeOrders.checkoutIfPaid({
    body: { ...saleBy('BTC'), paymentHash, satoshiAmount: 2_500 },
  })
  return {
    orders: [cash, lightning].map((sold) => ('orderId' in sold ? sold.orderId : '')),
    left: (await products.one({ params: { id: productId } })).quantity,
    twice: await products.create({ body: tea }).catch(codeOf),
  }
}

/** Failures narrow by code to their status, and other errors are thrown on. */
function codeOf(error: unknown): string {
  if (!pos.products.create.failed(error)) throw error
  if (error.code === 'already_exists') {
    const status: 409 = error.status
    return `${error.code} ${status}`
  }
  // @ts-expect-error the endpoint declares no such failure
  return error instanceof PosError && error.code === 'table_not_found' ? '' : error.code
}

/** The compiler reads these; they never run. */
export const refused = () => [
  // @ts-expect-error a required field is missing
  pos.products.create({ body: { name: 'Green tea' } }),
  // @ts-expect-error a field is unknown
  pos.products.create({ body: { ...tea, colour: 'green' } }),
  // @ts-expect-error a field has another type
  pos.products.create({ body: { ...tea, priceCents: '250' } }),
  // @ts-expect-error the path's parameter is missing
  pos.products.one(),
  // @ts-expect-error the query's parameter is unknown
  pos.orders.withPayments({ query: { since: '2026-11-22' } }),
  // @ts-expect-error the answer has no such field
  pos.products.list().then((products: Products) => products.map(({ colour }) => colour)),
  // @ts-expect-error the answer is no `any`
  pos.products.one({ params: { id: '1' } }).then(({ name }: Product): number => name),
]
