import { textsIn } from '../../../parts/preferences.tsx'
import { en, type PermissionTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The permissions in words of the language that was chosen. */
export const usePermissionTexts: () => PermissionTexts = textsIn({ en, es })
