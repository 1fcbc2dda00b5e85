import { textsIn } from '../../../../../page-parts/preferences.tsx'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of changes to the catalogue in the language that was chosen. */
export const useCatalogueTexts = textsIn({ en, es })
