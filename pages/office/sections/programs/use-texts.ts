import { textsIn } from '../../../parts/preferences.tsx'
import { en, type ProgramTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the section in the language that was chosen. */
export const useProgramTexts: () => ProgramTexts = textsIn({ en, es })
