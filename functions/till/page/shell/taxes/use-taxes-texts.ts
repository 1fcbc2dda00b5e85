import { textsIn } from '../../../../../page-parts/preferences.tsx'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the taxes in the language that was chosen. */
export const useTaxesTexts = textsIn({ en, es })
