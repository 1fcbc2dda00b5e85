import { SaleIds } from '../../../shared/selling/sales/sale-on-wire.ts'
import './table-stub.ts'
import { Product } from '../../../shared/catalog/product.ts'
import { allProducts } from '../../../shared/catalog/products.ts'
import { shownProducts } from '../../../shared/catalog/shown-products.ts'
import { holds, type PermissionName } from '../../../shared/people/staff/permissions.ts'
import { json, list } from '../../../shared/platform/http/reply.ts'
import {
  PaymentMethod,
  paymentMethods,
} from '../../../shared/platform/money/payment-methods.ts'
import type { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import { cart as payableCart } from '../../../shared/selling/sell/cart.ts'
import { tendered } from '../../../shared/selling/sell/payments.ts'
import { sell } from '../../../shared/selling/sell/sell.ts'

/** The claims of an access token that handlers use. */
export type Claims = { readonly sub: string; readonly prm: string }

/** What the three endpoints do, the same in every handler that is compared. */
export const work = {
  /** Reads nothing. */
  methods: () => paymentMethods,
  /** A hundred products. */
  products: async () => shownProducts(await allProducts()),
  /** Sells for cash. */
  checkout: (cart: CheckoutRequest, { sub, prm }: Claims) =>
    sell(payableCart(cart), tendered(cart), {
      nowMs: Date.now(),
      userId: sub,
      mayDiscount: holds(prm, 'orders_discount'),
      isAdmin: false,
    }),
}

const bodies = {
  methods: list(PaymentMethod).body,
  products: list(Product).body,
  checkout: json(SaleIds).body,
}

/** The same as it leaves: the documented fields only. For handlers without reply schemas. */
export const wired = {
  methods: () => bodies.methods(work.methods()),
  products: async () => bodies.products(await work.products()),
  checkout: async (cart: CheckoutRequest, claims: Claims) =>
    bodies.checkout((await work.checkout(cart, claims)) as SaleIds),
}

/** What jose verifies of a token. */
export const tokenRules = {
  algorithms: ['HS256'],
  issuer: 'lightning-pos',
  audience: 'lightning-pos',
}

/** The key of the tokens, as jose takes it. */
export const tokenKey = new TextEncoder().encode(process.env.TOKEN_KEY)

/** Whether the claims hold a permission. */
export const isAllowed = ({ prm }: Claims, name: PermissionName) => holds(prm, name)
