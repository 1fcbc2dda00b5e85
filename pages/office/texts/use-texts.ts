import { usePreferences } from '../../parts/preferences.tsx'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'

const texts = { en, es } as const

/** The page's words in the language that was chosen. */
export const useTexts = (): Texts => texts[usePreferences().language]
