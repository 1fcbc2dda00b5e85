import * as z from 'zod'
import { SaleIds, saleIdsOf } from '../sales/sale-on-wire.ts'

/** A finished sale on the wire; checkout leaves the status out. */
export const CheckoutResult = z
  .object({
    status: z.literal('completed'),
    ...SaleIds.shape,
  })
  .meta({ id: 'CheckoutResult', description: 'A finished sale' })
export type CheckoutResult = z.output<typeof CheckoutResult>

/** The result of a sale, from its record or its ids. */
export const completedCheckout = (ids: SaleIds): CheckoutResult => ({
  status: 'completed',
  ...saleIdsOf(ids),
})

export const PaidPayment = z.object({ status: z.literal('paid') }).meta({
  id: 'PaidPayment',
  description: 'A payment that was received and has no sale yet',
})

export const PendingPayment = z
  .object({
    status: z.literal('pending'),
    nodeReachable: z
      .literal(false)
      .optional()
      .describe('When the node could not be asked'),
  })
  .meta({ id: 'PendingPayment', description: 'A payment that is not confirmed' })
export type PendingPayment = z.output<typeof PendingPayment>

/** The refusals of a checkout and of a bill's settlement. */
export const saleFailures = [
  'checkoutInvalidReference',
  'checkoutEmpty',
  'checkoutInvalidQuantity',
  'checkoutInvalidDiscount',
  'checkoutInvalidTip',
  'checkoutAmountsDiffer',
  'saleDiffers',
  'currencyDiffers',
  'handInFirst',
  'paymentTooSmall',
  'paymentOfAnotherUser',
  'paymentAlreadySold',
  'paymentBelongsToAQuote',
  'paymentBelongsToAPayCode',
] as const

/** The refusals of a checkout. */
export const checkoutFailures = [
  ...saleFailures,
  'checkoutProductNotFound',
  'checkoutInsufficientStock',
  'checkoutVariantRequired',
  'checkoutProductNotAvailable',
  'checkoutInvalidModifiers',
  'checkoutTryAgain',
  'checkoutTooManyProducts',
] as const
