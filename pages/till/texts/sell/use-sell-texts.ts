import { textsIn } from '../../../parts/preferences.tsx'
import { en } from './en.ts'
import { es } from './es.ts'

export const useSellTexts = textsIn({ en, es })
