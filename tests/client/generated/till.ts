import { client } from './sdk/client.gen.js'
import {
  authLogin,
  currenciesBase,
  paymentsMethods,
  productsCreate,
  productsList,
  storeOrdersCheckout,
  storeOrdersCheckoutIfPaid,
  storeOrdersOne,
  walletCreateInvoice,
} from './sdk/sdk.gen.js'
import type {
  LoggedIn,
  PendingPayment,
  Product,
  Refusal,
  StoreOrder,
} from './sdk/types.gen.js'

/*
 * A till on what the generator makes of docs/openapi.json. It is compiled and run in a folder
 * of its own, in which the generator has written `sdk`.
 */

/** Sells a tea for cash and one over Lightning; returns the orders and what is left. */
export async function sell(
  shop: { baseUrl: string; name: string; pin: string },
  pay: (invoice: string) => Promise<unknown>,
) {
  const cookies = new Map<string, string>()
  // The SDK sends the cookie that the operation's security scheme names.
  const auth = ({ name }: { name?: string }) => cookies.get(name ?? '')
  client.setConfig({ baseUrl: shop.baseUrl, auth })
  client.interceptors.response.use((response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  })

  const { user }: LoggedIn = dataOf(await authLogin({ body: shop }))
  const tea = {
    SKU: 'TEA',
    name: 'Green tea',
    costCents: 120,
    priceCents: 250,
    quantity: 5,
    minStockThreshold: 0,
    maxStockThreshold: 0,
  }
  const { id: productId } = dataOf(await productsCreate({ body: tea }))
  const methods = rowsOf(dataOf(await paymentsMethods()))
  const { currencyId } = dataOf(await currenciesBase())
  const saleBy = (method: string) => ({
    userId: user.userId,
    items: [{ productId, quantity: 1, priceAtOrder: tea.priceCents }],
    paymentMethodId: methods.find(({ name }) => name === method)?.id ?? '',
    currencyId,
    amount: tea.priceCents / 100,
  })

  const cash = dataOf(await storeOrdersCheckout({ body: saleBy('Cash') }))
  const { serialized, paymentHash } = dataOf(
    await walletCreateInvoice({
      body: { description: 'Tea', amountSat: 2_500, expirySeconds: 600 },
    }),
  )
  const paid = { ...saleBy('BTC'), paymentHash, satoshiAmount: 2_500 }
  const pending = dataOf(await storeOrdersCheckoutIfPaid({ body: paid }))
  if (idOf(pending) !== undefined) throw new Error('It was sold before it was paid')
  await pay(serialized)
  const lightning = dataOf(await storeOrdersCheckoutIfPaid({ body: paid }))

  const orders: StoreOrder[] = []
  for (const id of [idOf(cash), idOf(lightning)]) {
    orders.push(dataOf(await storeOrdersOne({ path: { id: id ?? '' } })))
  }
  const products: Product[] = rowsOf(dataOf(await productsList()))
  const twice = await productsCreate({ body: tea })
  const refusal: Refusal | undefined = twice.error
  return {
    orders,
    left: products[0]?.quantity ?? 0,
    refused: refusal?.message ?? '',
  }
}

/** The answer's body. What the compiler takes for `any` or `unknown` is of no use here. */
function dataOf<Answer extends { data?: unknown; error?: unknown }>(answer: Answer) {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error))
  return answer.data as Known<NonNullable<Answer['data']>>
}

type Known<Data> = unknown extends Data ? never : Data

/** A list; some lists without rows are a text. */
const rowsOf = <Row>(list: Row[] | string): Row[] => (Array.isArray(list) ? list : [])

const idOf = (sold: { orderId: string } | PendingPayment): string | undefined =>
  'orderId' in sold ? sold.orderId : undefined
