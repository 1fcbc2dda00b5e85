import {
  ForbiddenError,
  Router,
  UnauthorizedError,
} from '@aws-lambda-powertools/event-handler/http'
import { jwtVerify } from 'jose'
import { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import { isAllowed, tokenKey, tokenRules, wired } from './shop.ts'

const app = new Router()

app.use(async ({ reqCtx, next }) => {
  const cookie = reqCtx.event.cookies?.find((each) => each.startsWith('accessToken='))
  if (!cookie) throw new UnauthorizedError()
  const token = cookie.slice('accessToken='.length)
  const { payload } = await jwtVerify(token, tokenKey, tokenRules)
  reqCtx.set('claims', payload)
  await next()
})

const permission =
  (name) =>
  async ({ reqCtx, next }) => {
    if (!isAllowed(reqCtx.get('claims'), name)) throw new ForbiddenError()
    await next()
  }

app.get('/payments/methods', [permission('payments_read')], async () => wired.methods())

app.get('/products', [permission('products_read')], async () => wired.products())

app.post(
  '/store/orders/checkout',
  [permission('orders_create')],
  async (reqCtx) => ({
    statusCode: 201,
    body: await wired.checkout(reqCtx.valid.req.body, reqCtx.get('claims')),
  }),
  { validation: { req: { body: CheckoutRequest } } },
)

export const handler = async (event, context) => app.resolve(event, context)
