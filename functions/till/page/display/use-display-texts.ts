import { textsIn } from '../../../../page-parts/preferences.tsx'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

export const useDisplayTexts = textsIn({ en, es })
