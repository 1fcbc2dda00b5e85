import { textsIn } from '../../parts/preferences.tsx'
import { en, type SaleTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of a sale in the language that was chosen. */
export const useSaleTexts: () => SaleTexts = textsIn({ en, es })
