import { textsIn } from '../../../parts/preferences.tsx'
import { en, type ReportTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** The words of the section in the language that was chosen. */
export const useReportTexts: () => ReportTexts = textsIn({ en, es })
