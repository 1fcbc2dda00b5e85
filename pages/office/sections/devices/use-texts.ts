import { textsIn } from '../../../parts/preferences.tsx'
import { type DeviceTexts, en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the section in the language that was chosen. */
export const useDeviceTexts: () => DeviceTexts = textsIn({ en, es })
