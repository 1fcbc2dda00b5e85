import { textsIn } from '../../../parts/preferences.tsx'
import { en } from './en.ts'
import { es } from './es.ts'

/** The words of the printers in the language that was chosen. */
export const usePrintersTexts = textsIn({ en, es })
