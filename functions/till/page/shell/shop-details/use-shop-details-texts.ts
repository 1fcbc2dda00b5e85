import { textsIn } from '../../../../../page-parts/preferences.tsx'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the shop's details in the language that was chosen. */
export const useShopDetailsTexts = textsIn({ en, es })
