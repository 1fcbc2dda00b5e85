import type { Answers } from './answers.ts'

/** Parts of the form: its answers, and the function that changes them. */
export type StepProps = {
  readonly answers: Answers
  readonly change: (change: Partial<Answers>) => void
}
