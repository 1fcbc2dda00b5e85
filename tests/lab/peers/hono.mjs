import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { handle } from 'hono/aws-lambda'
import { createMiddleware } from 'hono/factory'
import { jwt } from 'hono/jwt'
import { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import { isAllowed, tokenRules, wired } from './shop.ts'

const permission = (name) =>
  createMiddleware(async (c, next) => {
    if (!isAllowed(c.get('jwtPayload'), name)) return c.body(null, 403)
    await next()
  })

const app = new Hono()

app.use(
  jwt({
    secret: process.env.TOKEN_KEY,
    cookie: 'accessToken',
    alg: 'HS256',
    verification: { iss: tokenRules.issuer, aud: tokenRules.audience },
  }),
)

app.get('/payments/methods', permission('payments_read'), (c) => c.json(wired.methods()))

app.get('/products', permission('products_read'), async (c) =>
  c.json(await wired.products()),
)

app.post(
  '/store/orders/checkout',
  permission('orders_create'),
  zValidator('json', CheckoutRequest),
  async (c) =>
    c.json(await wired.checkout(c.req.valid('json'), c.get('jwtPayload')), 201),
)

export const handler = handle(app)
