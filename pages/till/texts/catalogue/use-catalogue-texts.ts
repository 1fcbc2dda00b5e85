import { textsIn } from '../../../parts/preferences.tsx'
import { en } from './en.ts'
import { es } from './es.ts'

/** The words of changes to the catalogue in the language that was chosen. */
export const useCatalogueTexts = textsIn({ en, es })
