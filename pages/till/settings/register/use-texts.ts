import { textsIn } from '../../../parts/preferences.tsx'
import { en, type RegisterTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the registration in the language that was chosen. */
export const useRegisterTexts: () => RegisterTexts = textsIn({ en, es })
