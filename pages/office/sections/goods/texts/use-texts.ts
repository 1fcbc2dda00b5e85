import { textsIn } from '../../../../parts/preferences.tsx'
import { en, type GoodsTexts } from './en.ts'
import { es } from './es.ts'

/** The words of the catalogue in the language that was chosen. */
export const useTexts = textsIn<GoodsTexts>({ en, es })
