import type { PrinterKind } from '../../../shared/agents/protocol/report.ts'
import type { JobOutcome } from '../../../shared/paper/queue/job-outcomes.ts'
import type { Link, Problem } from '../status.ts'
import { en } from './en.ts'
import { es } from './es.ts'

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

const all: Readonly<Record<string, StatusTexts>> = { en, es }

/**
 * The words in the first language of an Accept-Language header, or of a locale such as
 * `es_ES.UTF-8`, that there are words in; otherwise English.
 */
export function textsFor(wanted = ''): StatusTexts {
  const ranked = wanted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().split(';')
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
    const language = tag.split(/[-_.]/)[0]?.toLowerCase() ?? ''
    return { language, quality: quality ? Number(quality.split('=')[1]) : 1 }
  })
  const known = ranked
    .filter(({ language, quality }) => Object.hasOwn(all, language) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return all[known[0]?.language ?? ''] ?? en
}
