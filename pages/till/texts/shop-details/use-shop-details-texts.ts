import { textsIn } from '../../../parts/preferences.tsx'
import { en } from './en.ts'
import { es } from './es.ts'

/** The words of the shop's details in the language that was chosen. */
export const useShopDetailsTexts = textsIn({ en, es })
