import { textsIn } from '../../parts/preferences.tsx'
import { en } from '../texts/set-up/en.ts'
import { es } from '../texts/set-up/es.ts'
import type { Answers } from './answers.ts'

/** Part of the form: what it shows, and how it changes it. */
export type StepProps = {
  readonly answers: Answers
  readonly change: (change: Partial<Answers>) => void
}

export const useSetUpTexts = textsIn({ en, es })
