/** Why a call did not succeed, by its Error-Code. Every language has the same keys. */
export const en = {
  unreachable: 'The shop does not answer. Please check the network and try again.',
  unexpected: 'That did not work. Please try again.',
  refused: (reason: string) => `The shop refused this: ${reason}.`,
  unauthenticated: 'Your session has ended. Please log in again.',
  invalid_token: 'Your session has ended. Please log in again.',
  permission_required: 'Your role does not permit this.',
  admin_required: 'Only an administrator may do this.',
  invalid_credentials: 'This name and PIN do not go together.',
  role_missing: 'This user has no role. Please ask an administrator.',
  too_many_attempts: (minutes: number) =>
    minutes === 1
      ? 'Too many wrong attempts. Please wait a minute.'
      : `Too many wrong attempts. Please wait ${minutes} minutes.`,
  checkout_amounts_differ:
    'A price has changed since the till started. The till has read the prices again: please check the cart.',
  checkout_insufficient_stock: 'There is not enough of something in stock.',
  checkout_product_not_found: 'Something in the cart is no longer sold.',
  checkout_product_not_available: 'Something in the cart is not available today.',
  checkout_variant_required: 'Please choose a variant of everything in the cart.',
  checkout_invalid_modifiers: 'An option in the cart is no longer offered.',
  checkout_invalid_discount: 'The discount is more than the goods cost.',
  checkout_invalid_tip: 'This tip does not fit the amount.',
  checkout_too_many_products: 'The cart has too many different products for one sale.',
  checkout_try_again: 'Other tills were selling the same. Please try again.',
  rate_unavailable:
    'No exchange rate is known at the moment. Please take another payment.',
  rates_differ:
    'The sources of exchange rates differ too much. Please take another payment.',
  quote_nothing_due: 'There is nothing left to pay.',
  quote_too_large: 'This amount is too large for one Lightning payment.',
  quote_differs: 'The bill has changed since. Please start the payment again.',
  order_paid: 'This bill is already paid.',
  node_unavailable:
    'The Lightning node does not answer. Please take another payment or try again.',
  card_refused: 'The card was refused.',
  card_limit: 'The amount is above what this card may pay.',
  card_invalid: 'This card cannot be read. Is it a Lightning card?',
  charge_in_progress: 'A card is being charged already.',
  already_exists: 'This exists already.',
  not_found: 'This is not there any more.',
  printer_not_configured: 'No printer is set up for receipts.',
  printer_not_available: 'The printer does not answer.',
  printing_failed: 'Printing failed. Please look at the printer and try again.',
  api_key_busy: 'The shop is busy. Please try again.',
  shop_busy: 'The shop is busy. Please try again.',
  shop_suspended: 'This shop is suspended. Please ask who hosts it.',
  short_pin: 'A PIN has at least 4 characters.',
}

export type ErrorTexts = typeof en
