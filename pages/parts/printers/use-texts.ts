import { textsIn } from '../preferences.tsx'
import { en, type PrinterTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of printers and of the shop's computers in the language that was chosen. */
export const usePrinterTexts: () => PrinterTexts = textsIn({ en, es })
