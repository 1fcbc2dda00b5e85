import serverlessExpress from '@codegenie/serverless-express'
import cookieParser from 'cookie-parser'
import express from 'express'
import { jwtVerify } from 'jose'
import { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import { isAllowed, tokenKey, tokenRules, wired } from './shop.ts'

const app = express()

app.use(cookieParser())
app.use(express.json())

app.use(async (req, res, next) => {
  const { accessToken } = req.cookies
  if (!accessToken) return res.sendStatus(401)
  const { payload } = await jwtVerify(accessToken, tokenKey, tokenRules)
  res.locals.claims = payload
  next()
})

const permission = (name) => (_req, res, next) => {
  if (!isAllowed(res.locals.claims, name)) return res.sendStatus(403)
  next()
}

app.get('/payments/methods', permission('payments_read'), (_req, res) => {
  res.json(wired.methods())
})

app.get('/products', permission('products_read'), async (_req, res) => {
  res.json(await wired.products())
})

app.post('/store/orders/checkout', permission('orders_create'), async (req, res) => {
  const cart = CheckoutRequest.parse(req.body)
  res.status(201).json(await wired.checkout(cart, res.locals.claims))
})

export const handler = serverlessExpress({ app })
