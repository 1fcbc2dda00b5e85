import { textsIn } from '../preferences.tsx'
import { en, type RefundTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of a refund in the language that was chosen. */
export const useRefundTexts: () => RefundTexts = textsIn({ en, es })
