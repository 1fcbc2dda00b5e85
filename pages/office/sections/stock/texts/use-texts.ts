import { textsIn } from '../../../../parts/preferences.tsx'
import { en, type StockTexts } from './en.ts'
import { es } from './es.ts'

/** The words of the stock in the language that was chosen. */
export const useTexts = textsIn<StockTexts>({ en, es })
