import { jwtVerify } from 'jose'
import { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import { isAllowed, tokenKey, tokenRules, wired } from './shop.ts'

const routes = {
  'GET /payments/methods': { permission: 'payments_read', run: () => wired.methods() },
  'GET /products': { permission: 'products_read', run: () => wired.products() },
  'POST /store/orders/checkout': {
    permission: 'orders_create',
    status: 201,
    run: ({ body }, claims) =>
      wired.checkout(CheckoutRequest.parse(JSON.parse(body)), claims),
  },
}

export const handler = async (event) => {
  const route = routes[event.routeKey]
  const cookie = event.cookies?.find((each) => each.startsWith('accessToken='))
  if (!cookie) return { statusCode: 401 }
  const token = cookie.slice('accessToken='.length)
  const { payload } = await jwtVerify(token, tokenKey, tokenRules)
  if (!isAllowed(payload, route.permission)) return { statusCode: 403 }
  return {
    statusCode: route.status ?? 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await route.run(event, payload)),
  }
}
