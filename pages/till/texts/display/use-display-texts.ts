import { textsIn } from '../../../parts/preferences.tsx'
import { en } from './en.ts'
import { es } from './es.ts'

export const useDisplayTexts = textsIn({ en, es })
