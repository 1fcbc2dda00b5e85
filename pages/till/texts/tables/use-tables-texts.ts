import { textsIn } from '../../../parts/preferences.tsx'
import { en } from './en.ts'
import { es } from './es.ts'

/** The words of this section in the language that was chosen. */
export const useTablesTexts = textsIn({ en, es })
