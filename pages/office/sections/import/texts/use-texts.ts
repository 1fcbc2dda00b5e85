import { textsIn } from '../../../../parts/preferences.tsx'
import { en, type ImportTexts } from './en.ts'
import { es } from './es.ts'

/** The words of imports in the language that was chosen. */
export const useTexts = textsIn<ImportTexts>({ en, es })
