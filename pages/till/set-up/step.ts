import type { Answers } from './answers.ts'

/** Part of the form: what it shows, and how it changes it. */
export type StepProps = {
  readonly answers: Answers
  readonly change: (change: Partial<Answers>) => void
}
