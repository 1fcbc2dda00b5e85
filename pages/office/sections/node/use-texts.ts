import { textsIn } from '../../../parts/preferences.tsx'
import { en, type NodeTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the section in the language that was chosen. */
export const useNodeTexts: () => NodeTexts = textsIn({ en, es })
