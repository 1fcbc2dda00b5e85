import { textsIn } from '../../../../../page-parts/preferences.tsx'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the printers in the language that was chosen. */
export const usePrintersTexts = textsIn({ en, es })
