import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import httpRouter from '@middy/http-router'
import { jwtVerify } from 'jose'
import { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import { isAllowed, tokenKey, tokenRules, wired } from './shop.ts'

const authorize = (permission) => ({
  before: async (request) => {
    const { cookies = [] } = request.event
    const cookie = cookies.find((each) => each.startsWith('accessToken='))
    if (!cookie) return { statusCode: 401 }
    const token = cookie.slice('accessToken='.length)
    const { payload } = await jwtVerify(token, tokenKey, tokenRules)
    if (!isAllowed(payload, permission)) return { statusCode: 403 }
    request.event.claims = payload
    return undefined
  },
})

const json = (statusCode, value) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const routes = [
  {
    method: 'GET',
    path: '/payments/methods',
    handler: middy()
      .use(authorize('payments_read'))
      .handler(async () => json(200, wired.methods())),
  },
  {
    method: 'GET',
    path: '/products',
    handler: middy()
      .use(authorize('products_read'))
      .handler(async () => json(200, await wired.products())),
  },
  {
    method: 'POST',
    path: '/store/orders/checkout',
    handler: middy()
      .use(authorize('orders_create'))
      .use(httpJsonBodyParser())
      .handler(async ({ body, claims }) =>
        json(201, await wired.checkout(CheckoutRequest.parse(body), claims)),
      ),
  },
]

export const handler = middy()
  .use(httpHeaderNormalizer())
  .use(httpErrorHandler())
  .handler(httpRouter(routes))
