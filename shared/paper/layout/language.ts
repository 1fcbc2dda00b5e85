import * as z from 'zod'
import { formatMoney, toCents } from '../../platform/money/decimal.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'

export type Words = typeof en

const languages = { en, es } satisfies Readonly<Record<string, Words>>

export const receiptLanguages = ['en', 'es'] as const satisfies (keyof typeof languages)[]

/** Language of the system's own words. */
export const ReceiptLanguage = z.enum(receiptLanguages)
export type ReceiptLanguage = z.infer<typeof ReceiptLanguage>

/** Form of a receipt's amounts; by default two decimals, and English. */
export type NumberForm = {
  readonly fractionDigits?: 0 | 2 | undefined
  readonly language?: ReceiptLanguage | undefined
  /** The acronym of the shop's currency: countries of one language differ. */
  readonly shopCurrency?: string | undefined
}

/** The words of a language, English where none is named. */
export const wordsOf = (language: ReceiptLanguage | undefined): Words =>
  languages[language ?? 'en']

/** Translates the name of a payment method; leaves names that are not the system's own. */
export const methodName = (
  method: string,
  { methods }: Pick<Words, 'methods'>,
): string =>
  Object.hasOwn(methods, method) ? methods[method as keyof Words['methods']] : method

/** Cents as receipts show an amount. */
export const formatReceiptCents = (cents: number, form: NumberForm): string =>
  withDecimalSign(formatMoney(cents, form.fractionDigits ?? 2), form)

/** A number with a point as receipts show it. */
export const withDecimalSign = (
  decimal: string,
  { language, shopCurrency }: NumberForm,
): string => decimal.replace('.', wordsOf(language).decimalSign(shopCurrency))

/**
 * An amount in major units as receipts show it: two decimals, or none in a currency without
 * cents, half up, no currency sign.
 */
export const formatPrice = (majorUnits: number, form: NumberForm = {}): string =>
  formatReceiptCents(toCents(majorUnits), form)

/** The sum of amounts in major units, each of which counts in whole cents. */
export const formatSum = (majorUnits: readonly number[], form: NumberForm): string =>
  formatReceiptCents(
    majorUnits.reduce((sum, each) => sum + toCents(each), 0),
    form,
  )
