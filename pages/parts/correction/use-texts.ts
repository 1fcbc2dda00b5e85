import { textsIn } from '../preferences.tsx'
import { type CorrectionTexts, en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of a correction in the language that was chosen. */
export const useCorrectionTexts: () => CorrectionTexts = textsIn({ en, es })
