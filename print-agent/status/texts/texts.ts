import type { PrinterKind } from '../../../shared/agents/protocol/report.ts'
import type { JobOutcome } from '../../../shared/paper/queue/job-outcomes.ts'
import type { Link, Problem } from '../status.ts'

/** All words of the status, in one language. */
export type StatusTexts = {
  readonly language: 'en' | 'es'
  readonly title: string
  readonly good: string
  readonly bad: string
  readonly starting: string
  readonly version: string
  readonly runningSince: string
  readonly lastReport: string
  readonly never: string
  readonly connections: string
  readonly links: Readonly<Record<'cloud' | 'queue' | 'tunnel' | 'node', string>>
  readonly states: Readonly<Record<Link['state'], string>>
  readonly since: string
  readonly printers: string
  readonly noPrinters: string
  readonly ready: string
  readonly noReceipt: string
  readonly kinds: Readonly<Record<PrinterKind, string>>
  readonly jobs: string
  readonly noJobs: string
  readonly outcomes: Readonly<Record<JobOutcome, string>>
  readonly problems: string
  readonly noProblems: string
  readonly concerns: Readonly<Record<Problem['about'], string>>
  /** The agent's own reasons, by their English words; others are shown as they are. */
  readonly reasons: Readonly<Record<string, string>>
  readonly readOnly: string
}
