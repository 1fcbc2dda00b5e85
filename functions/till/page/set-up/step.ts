import { textsIn } from '../../../../page-parts/preferences.tsx'
import type { Answers } from './answers.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** Part of the form: what it shows, and how it changes it. */
export type StepProps = {
  readonly answers: Answers
  readonly change: (change: Partial<Answers>) => void
}

export const useSetUpTexts = textsIn({ en, es })
