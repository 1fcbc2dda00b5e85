import { textsIn } from '../../../parts/preferences.tsx'
import { en } from './en.ts'
import { es } from './es.ts'

/** The words of the taxes in the language that was chosen. */
export const useTaxesTexts = textsIn({ en, es })
