import * as z from 'zod'
import { ManualRate } from '../../lightning/rates/rate.ts'
import { ReceiptLanguage } from '../../paper/layout/language.ts'
import { Currency } from '../../platform/money/currencies.ts'
import {
  decimal,
  natural,
  nonBlank,
  nullableText,
  optionalText,
  text,
} from '../../platform/validation/fields.ts'
import { failing } from '../../platform/validation/parse.ts'

/** The business mode: which half of the service the business uses. */
export const BusinessType = z
  .enum(['restaurant', 'store'], failing('invalidBusinessType'))
  .meta({
    id: 'BusinessType',
    description: 'The half of the service that the business uses',
  })
export type BusinessType = z.infer<typeof BusinessType>

export const businessName = 'Name of the shop, such as Corner Shop'

/** Details of the shop on receipts besides its name; each field is optional. */
export const printed = <Text extends z.ZodType>(optional: Text) => ({
  businessAddress: optional.describe('Postal address, as receipts print it'),
  businessPhone: optional.describe('Telephone number, as receipts print it'),
  businessEmail: optional.describe('E-mail address, as receipts print it'),
  businessTaxId: optional.describe('Tax number, as receipts print it'),
  businessLogoUrl: optional.describe('Address of the logo, like the `url` of an upload'),
})

export const PublicBusiness = z
  .object({
    id: z.literal(1),
    businessType: BusinessType,
    businessName: z.string().describe(businessName),
    ...printed(nullableText),
    businessTypeConfirmed: z.boolean().describe('Whether setup asked for the type'),
  })
  .meta({
    id: 'PublicBusiness',
    description: 'The business of the deployment, as callers without a token see it',
  })

/** Settings of paper, beside the shop's details. */
const Paper = z.object({
  receiptLanguage: ReceiptLanguage.describe(
    'Of every word that the system itself prints',
  ),
  paperZone: z.boolean().describe('Whether times on paper bear their time zone'),
  receiptHeader: nullableText.describe(
    'Lines below the shop on receipts and bills; null for none',
  ),
  receiptFooter: nullableText.describe(
    'Lines at the end of receipts and bills; null for the built-in words',
  ),
})

/** Lines as they are given; blank ones print nothing. */
const ownLines = text.max(500).nullish()

/** Steps to which cash may be rounded, in cents; 0 is off. */
const cashRoundingSteps = [0, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/** Steps above a whole unit are for currencies without cents. */
export const isCashRounding = (cents: number, { fractionDigits }: Currency): boolean =>
  cashRoundingSteps.includes(cents) && (cents <= 100 || fractionDigits === 0)

/** The largest step to which cash may be rounded in a currency, in cents. */
export const largestCashRounding = (currency: Currency): number =>
  Math.max(...cashRoundingSteps.filter((cents) => isCashRounding(cents, currency)))

const offlineLimit = z.int().min(1).nullable()

/** The safeguards: settings against fraud, which administrators alone change. */
const Safeguards = z.object({
  verifyCheckout: z
    .boolean()
    .describe('Whether a sale with a paymentHash needs that payment confirmed'),
  verifyAmounts: z
    .boolean()
    .describe('Whether a sale must charge what its lines come to'),
  restrictPrinters: z
    .boolean()
    .describe('Whether changes of printer configurations need printer_update'),
  openAmounts: z
    .boolean()
    .describe(
      'Whether tills key in amounts without a product; if not, orders_discount may',
    ),
  payoutLimitSat: natural.describe(
    'Limit of satoshis a day, without an administrator, for refunds of payments without a kept rate',
  ),
  manualRate: ManualRate.nullable().describe(
    'Used for its currency instead of price sources; null for none',
  ),
  lowInboundSat: natural.describe(
    'Satoshis: the owner is warned when the node can receive less than that',
  ),
  receiptPage: z
    .boolean()
    .describe('Whether receipts bear a QR code of a page that shows them'),
  cashRoundingCents: z
    .int(failing('invalidCashRounding'))
    .describe(
      'Cash may be paid to the nearest multiple: 0 for off, 5, 10, 20, 50 or 100, and ' +
        '200 to 10,000 where the base currency has no cents',
    ),
  offlineAdmins: z
    .boolean()
    .describe(
      'Whether administrators sell at tills without the cloud; true while all users are ' +
        'administrators, unless it was set',
    ),
  offlineMaxSaleCents: offlineLimit.describe(
    'Limit of one sale that a till makes without the cloud, in cents; null for none',
  ),
  offlineMaxTotalCents: offlineLimit.describe(
    'Limit of all that a till sells without the cloud until it hands in, in cents; null for none',
  ),
})
export type Safeguards = Readonly<z.output<typeof Safeguards>>

const Business = PublicBusiness.extend({
  pricesIncludeTax: z
    .boolean()
    .describe('Whether prices include tax; if not, tills add it'),
  timezone: nullableText.describe('An IANA name; null is UTC'),
  dayStartsAt: z.string().describe('When days of reports begin, such as 04:00'),
  tipsEnabled: z.boolean().describe('For clients to show; tips are taken either way'),
  tipPercentages: nullableText.describe('For clients to offer, comma-separated'),
  priceStep: z.number().describe('Step of the prices that clients offer to enter'),
  offlineSelling: z.boolean().describe('Whether tills sell without the cloud'),
  businessProfession: nullableText.describe('What the shop does'),
  ...Paper.shape,
  ...Safeguards.shape,
})
export type Business = z.infer<typeof Business>

const Clock = z
  .object({
    rules: z.string().describe("Release of IANA's time zone database, such as 2026f"),
    changes: z
      .array(
        z.object({
          at: z.iso.datetime().describe('Clocks have the offset from then on'),
          offsetMinutes: z.int().describe('Minutes ahead of UTC; behind is below 0'),
        }),
      )
      .describe('Oldest first, from two years ago to two years ahead'),
  })
  .meta({
    id: 'Clock',
    description: "What the shop's clocks show, whatever a client knows of its time zone",
  })

/** The business as clients read it. */
export const ShownBusiness = Business.extend({
  clock: Clock.nullable().describe("Of its time zone; null is UTC's"),
}).meta({ id: 'Business', description: 'The business of the deployment' })

/** Settings of a business that never set them. */
export const businessDefaults = {
  pricesIncludeTax: true,
  timezone: null,
  dayStartsAt: '00:00',
  tipsEnabled: false,
  tipPercentages: null,
  priceStep: 0.01,
  offlineSelling: true,
  businessProfession: null,
  receiptLanguage: 'en',
  paperZone: false,
  receiptHeader: null,
  receiptFooter: null,
} as const satisfies Partial<Business>

/** Comma-separated decimals above 0 and up to 100, each once. */
function arePercentages(value: string | null | undefined): boolean {
  const parts = value?.split(',').map((part) => part.trim()) ?? []
  return (
    new Set(parts.map(Number)).size === parts.length &&
    parts.every(
      (part) => /^\d+(\.\d+)?$/.test(part) && Number(part) > 0 && Number(part) <= 100,
    )
  )
}

/** Changes of the business; an undefined field stays as it is. */
export const BusinessInput = z
  .object({
    businessType: BusinessType.optional(),
    businessName: nonBlank.describe(businessName),
    ...printed(optionalText),
    businessTypeConfirmed: PublicBusiness.shape.businessTypeConfirmed.optional(),
    pricesIncludeTax: Business.shape.pricesIncludeTax.optional(),
    timezone: text.nullish().describe('An IANA name; null is UTC'),
    dayStartsAt: z
      .string()
      .regex(/^((0\d|1[01]):[0-5]\d|12:00)$/, 'must be a time from 00:00 to 12:00')
      .optional()
      .describe('When days of reports begin, from 00:00 to 12:00, such as 04:00'),
    tipsEnabled: z.boolean().optional().describe('Whether tills ask for a tip'),
    tipPercentages: optionalText
      .refine(arePercentages, failing('invalidTipPercentages'))
      .describe('Comma-separated; each above 0 and at most 100, and all different'),
    priceStep: decimal.positive().optional().describe('A decimal above 0'),
    offlineSelling: Business.shape.offlineSelling.optional(),
    businessProfession: optionalText.describe('What the shop does'),
    ...Paper.partial().shape,
    receiptHeader: ownLines.describe('At most 500 characters; null for none'),
    receiptFooter: ownLines.describe(
      'At most 500 characters; null for the built-in words',
    ),
    ...Safeguards.partial().shape,
  })
  .meta({
    id: 'BusinessInput',
    description:
      'Fields that are left out keep their values. Administrators alone change ' +
      'verifyCheckout, verifyAmounts, restrictPrinters, openAmounts, payoutLimitSat, manualRate, ' +
      'lowInboundSat, receiptPage, cashRoundingCents, offlineAdmins, offlineMaxSaleCents and ' +
      'offlineMaxTotalCents',
  })
export type BusinessInput = Readonly<z.output<typeof BusinessInput>>

/** The currency in which the shop counts, on the wire. Existing clients read `currencyId`. */
export const BaseCurrency = Currency.extend({
  currencyId: z.string().describe('The same as `id`'),
}).meta({ id: 'BaseCurrency', description: 'The currency in which the shop counts' })

export const BaseCurrencyInput = z
  .object({ acronym: nonBlank.describe('ISO 4217 or BTC, such as USD') })
  .meta({ id: 'BaseCurrencyInput' })
