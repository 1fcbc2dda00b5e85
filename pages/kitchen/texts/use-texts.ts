import { textsIn } from '../../parts/preferences.tsx'
import { en } from './en.ts'
import { es } from './es.ts'

/** The screen's words in the language that was chosen. */
export const useTexts = textsIn({ en, es })
