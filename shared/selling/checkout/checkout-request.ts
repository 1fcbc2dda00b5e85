import * as z from 'zod'
import { ModifierChoices } from '../../catalog/modifier-choice.ts'
import { usdId } from '../../platform/money/currencies.ts'
import { fitsCents, toCents } from '../../platform/money/decimal.ts'
import { bitcoinId, cashId } from '../../platform/money/payment-methods.ts'
import {
  id,
  idOf,
  integer,
  isObject,
  nonBlank,
  orElse,
  text,
} from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'
import { buyerOfSale } from '../sales/buyer.ts'
import { fiscal } from '../sales/fiscal.ts'
import { saleId, saleNumber } from '../sales/sale-id.ts'
import type { SaleContent } from '../sales/sell-once.ts'
import {
  discountAmount,
  invalidDiscount,
  lightningFields,
  lightningOf,
  readTender,
  type Tender,
  TenderInputs,
  tipAmount,
  transactionId,
} from '../sales/tenders.ts'

/** Null if no sale can have it: the sale refuses it with the amount that was expected. */
const amount = z
  .number()
  .describe('In major units')
  .transform((value) => (value >= 0 && fitsCents(value) ? toCents(value) : null))

const maxNameLength = 200

/** Receipts print it, and files for the accountant name it. */
const amountName = nonBlank
  .max(maxNameLength)
  .refine((name) => !/\p{Cc}/u.test(name), 'must not have control characters')

const isOfOne = ({ productId, name }: { productId?: unknown; name?: unknown }) =>
  typeof name === 'string' || typeof productId === 'string'

/**
 * An item of a product has its name and tax from there, whatever is sent. Lists show the line of
 * an amount with a blank productId, which clients may send back.
 */
function withoutIgnored(item: unknown): unknown {
  if (!isObject(item) || typeof item.productId !== 'string' || item.productId === '')
    return item
  const { name: _name, taxId: _taxId, ...rest } = item
  return rest
}

const priceAtOrder = integer.describe('Of one unit with its modifiers, in cents')

const itemShape = {
  productId: idOf('the product; left out where there is a name').nullish(),
  name: amountName
    .nullish()
    .describe(
      'Instead of a product: what the amount that is keyed in is for; ignored beside one',
    ),
  taxId: id
    .nullish()
    .describe(
      "An amount's tax; null is the default tax, if there is one; ignored beside a product",
    ),
  variantId: orElse(idOf('its variant; needed where several are active'), undefined),
  modifiers: ModifierChoices,
  quantity: z.number(failing('checkoutInvalidQuantity')).describe('Units, from 1'),
  priceAtOrder,
  discountCents: orElse(
    z
      .int(invalidDiscount)
      .min(0, invalidDiscount)
      .describe('Discount on this line, in cents'),
    0,
  ),
}

const ofOne = { path: ['productId'], message: 'is required, or else a name' }

/** An amount keyed in, which has no product. */
const keyedIn = (name: string | null | undefined, taxId: string | null | undefined) =>
  typeof name === 'string' ? { name: name.trim(), taxId } : undefined

const ItemFields = z
  .object(itemShape)
  .refine(isOfOne, ofOne)
  .transform(({ name, taxId, ...item }) => ({
    ...item,
    productId: item.productId ?? '',
    keyedIn: keyedIn(name, taxId),
  }))

const QuoteItemFields = z
  .object({
    ...itemShape,
    priceAtOrder: priceAtOrder
      .nullish()
      .describe(
        'Of one unit with its modifiers, in cents; what the catalogue says if it is left out',
      ),
  })
  .refine(isOfOne, ofOne)
  .transform(({ name, taxId, ...item }) => ({
    ...item,
    productId: item.productId ?? '',
    keyedIn: keyedIn(name, taxId),
  }))

/** Item of a quote; its price may be left to the catalogue. */
export const QuoteItem = z.preprocess(withoutIgnored, QuoteItemFields).meta({
  id: 'QuoteItem',
  description: 'Units of a product to be quoted, or an amount keyed in',
})

const CheckoutItem = z.preprocess(withoutIgnored, ItemFields).meta({
  id: 'CheckoutItem',
  description: 'Units of a product in a cart, or an amount keyed in',
})

const saleFields = {
  userId: idOf('the user who sells'),
  items: z
    .array(CheckoutItem, failing('checkoutEmpty'))
    .describe('A line for each product at a price, or amount keyed in'),
  amount,
  discountAmount,
  tipAmount,
  ticketNotes: orElse(text, '').describe('Free text on the ticket'),
  buyer: buyerOfSale,
  fiscal,
}

const onePayment = {
  paymentMethodId: id.nullish().describe('Required without tenders'),
  currencyId: id.nullish().describe('Required without tenders'),
  transactionId,
  ...lightningFields,
}

const tenders = TenderInputs.nullish().describe('Instead of the fields of one payment')

const CheckoutFields = z
  .object({ ...saleFields, saleId, number: saleNumber, ...onePayment, tenders })
  .meta({
    id: 'CheckoutRequest',
    description: 'A cart and its payment or tenders',
    example: { paymentMethodId: cashId, currencyId: usdId, amount: 5 },
  })

/**
 * The body of checkout. Only its form is checked here: whether it can be sold is checked
 * by the sale, after the payment.
 */
export const CheckoutRequest = CheckoutFields.transform(readCheckout)
/** Amounts are cents; payment hashes are in lower case. */
export type CheckoutRequest = Readonly<
  Omit<z.output<typeof CheckoutRequest>, 'number'> & { number?: unknown }
>

/** A checkout without its payment, for one that was received before. */
export const UnpaidSale = z.object(saleFields).meta({
  id: 'UnpaidSale',
  description: 'A cart without its payment',
})
export type UnpaidSale = Readonly<z.output<typeof UnpaidSale>>

/** The checkout of a cart whose only tender is a payment by Lightning. */
export const paidBy = (
  sale: UnpaidSale,
  tender: Tender,
  paymentHash: string,
): CheckoutRequest => ({
  ...requestOf(sale, [tender]),
  saleId: undefined,
  hasTenders: true,
  paymentHash,
  satoshiAmount: tender.lightning?.satoshiAmount ?? null,
})
/** A cart to sell. A quoted cart is sold as quoted, whatever the catalogue says by then. */
export type CartToSell = CheckoutRequest &
  Pick<SaleContent, 'sameFor'> & { readonly isQuoted?: true }

/**
 * The body of checkout-if-paid. It needs a payment hash, of the payment or of a tender, and
 * a missing one is reported before any other fault.
 */
export const CheckoutIfPaidRequest = z
  .unknown()
  .refine(hasPaymentHash, { error: failing('paymentHashRequired'), abort: true })
  .pipe(CheckoutRequest)

/** Checkout request, for documents. */
export const CheckoutForm = CheckoutFields.meta({
  id: 'CheckoutIfPaidRequest',
  description: 'A cart and its Lightning payment or tenders',
  example: {
    paymentMethodId: bitcoinId,
    currencyId: usdId,
    amount: 5,
    paymentHash: 'a1'.repeat(32),
    satoshiAmount: 4200,
  },
})

function hasPaymentHash(body: unknown): boolean {
  if (!isObject(body)) return false
  const tenders: unknown[] = Array.isArray(body.tenders) ? body.tenders : []
  return [body, ...tenders.filter(isObject)].some(
    ({ paymentHash }) => typeof paymentHash === 'string' && paymentHash.trim() !== '',
  )
}

/** One payment becomes the only tender, so that every sale is made of tenders. */
function readCheckout(input: z.output<typeof CheckoutFields>, context: z.RefinementCtx) {
  const payments = paymentsOf(input)
  if (!Array.isArray(payments)) {
    context.addIssue({ code: 'custom', ...payments })
    return z.NEVER
  }
  const lightning = payments.find(({ lightning }) => lightning?.paymentHash)?.lightning
  return {
    ...requestOf(input, payments),
    saleId: input.saleId,
    number: input.number,
    /** True if the client sent tenders; only then does its response list several payments. */
    hasTenders: Array.isArray(input.tenders),
    paymentHash: lightning?.paymentHash ?? null,
    /** Satoshis that are to be paid with the payment hash. */
    satoshiAmount: lightning?.satoshiAmount ?? null,
  }
}

const requestOf = (sale: z.output<typeof UnpaidSale>, tenders: Tender[]) => ({
  userId: sale.userId,
  items: sale.items,
  amountCents: sale.amount,
  discountCents: sale.discountAmount.cents,
  /** Also true for a part of a cent that is rounded to 0. */
  isDiscounted:
    sale.discountAmount.isAboveZero ||
    sale.items.some(({ discountCents }) => discountCents > 0),
  tipCents: sale.tipAmount,
  ticketNotes: sale.ticketNotes,
  buyer: sale.buyer,
  fiscal: sale.fiscal,
  tenders,
})

/** The first field that is wrong where neither one payment nor tenders were sent, or both. */
type WrongField = { readonly path: string[]; readonly message: string }

function paymentsOf(input: z.output<typeof CheckoutFields>): Tender[] | WrongField {
  const { paymentMethodId: methodId, currencyId, tenders: several } = input
  if (several) {
    const field = Object.keys(onePayment).find((name) =>
      isGiven(input[name as keyof typeof onePayment]),
    )
    if (field === undefined) return several.map(readTender)
    return { path: [field], message: 'goes into a tender where tenders are given' }
  }
  const isMissing = 'is required without tenders'
  if (typeof methodId !== 'string')
    return { path: ['paymentMethodId'], message: isMissing }
  if (typeof currencyId !== 'string') return { path: ['currencyId'], message: isMissing }
  const { amount: amountCents, transactionId: externalId } = input
  return [
    {
      methodId,
      currencyId,
      amountCents: amountCents ?? 0,
      transactionId: externalId,
      givenCents: null,
      lightning: lightningOf(input),
    },
  ]
}

const isGiven = (value: string | number | null | undefined) =>
  value !== undefined && value !== null && `${value}`.trim() !== ''
