import type { Status } from './status.ts'
import { en, type StatusTexts } from './texts/en.ts'
import { es } from './texts/es.ts'

/** Mood of a line. */
export type Mood = 'good' | 'bad' | 'waiting' | 'plain'

export type StatusLine = {
  readonly mood: Mood
  readonly label: string
  readonly text: string
}

/** The status in words, for a page and for a terminal alike. */
export type StatusView = {
  readonly mood: Mood
  readonly headline: string
  readonly facts: readonly StatusLine[]
  readonly sections: readonly {
    readonly title: string
    readonly lines: readonly StatusLine[]
    /** The text for an empty section. */
    readonly none: string
  }[]
}

const links = ['cloud', 'queue', 'tunnel', 'node'] as const

const linkMoods = {
  works: 'good',
  lost: 'bad',
  connecting: 'waiting',
  off: 'plain',
} as const

const jobMoods = {
  printed: 'good',
  reprinted: 'waiting',
  expired: 'bad',
  failed: 'bad',
  cancelled: 'plain',
} as const

/** Time after which a connection that is still being made counts as not reached. */
const connectingMs = 3_000

/** The status in the words of a language, at a time in Unix ms. */
export function viewOf(
  status: Status,
  texts: StatusTexts,
  nowMs = Date.now(),
): StatusView {
  const when = (atMs: number) =>
    new Date(atMs).toLocaleString(texts.language, {
      dateStyle: 'short',
      timeStyle: 'medium',
    })
  const reason = (text: string | null) => (text ? (texts.reasons[text] ?? text) : '')
  const fact = (label: string, text: string): StatusLine => ({
    mood: 'plain',
    label,
    text,
  })

  const connections = links.map((name) => {
    const { sinceMs, reason: why, ...link } = status[name]
    const isLate = link.state === 'connecting' && nowMs - sinceMs > connectingMs
    const state = isLate ? 'lost' : link.state
    const since = state === 'off' ? '' : `${texts.since} ${when(sinceMs)}`
    return {
      mood: linkMoods[state],
      label: texts.links[name],
      text: joined([texts.states[state], since, reason(why)]),
    }
  })
  const printers = status.printers.map((printer) => {
    const { name, kind, problem, failingSinceMs, printedAtMs } = printer
    const since = failingSinceMs === null ? '' : `${texts.since} ${when(failingSinceMs)}`
    const [mood, text]: [Mood, string] =
      problem !== null
        ? ['bad', joined([reason(problem), since])]
        : printedAtMs !== null
          ? ['good', texts.ready]
          : ['plain', texts.noReceipt]
    return { mood, label: name, text: joined([texts.kinds[kind], text]) }
  })
  const jobs = status.jobs.map(({ atMs, printer, outcome, detail, confirmed, jobId }) => {
    const [mood, text] =
      confirmed === false
        ? (['waiting', texts.unconfirmed] as const)
        : [jobMoods[outcome], texts.outcomes[outcome]]
    const words = joined([printer, text, reason(detail), jobId.slice(0, 8)])
    return { mood, label: when(atMs), text: words }
  })
  const problems = status.problems.map(({ atMs, about, printer, reason: why }) => ({
    mood: 'plain' as const,
    label: when(atMs),
    text: joined([texts.concerns[about], printer ?? '', reason(why)]),
  }))

  const mood = worst([...connections, ...printers])
  return {
    mood,
    headline: { good: texts.good, bad: texts.bad, waiting: texts.starting }[mood],
    facts: [
      fact(
        texts.lastReport,
        status.lastReportAtMs === null ? texts.never : when(status.lastReportAtMs),
      ),
      fact(texts.runningSince, when(status.startedAtMs)),
      fact(texts.version, status.version),
    ],
    sections: [
      { title: texts.connections, lines: connections, none: '' },
      { title: texts.printers, lines: printers, none: texts.noPrinters },
      { title: texts.jobs, lines: jobs, none: texts.noJobs },
      { title: texts.problems, lines: problems, none: texts.noProblems },
    ],
  }
}

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' · ')

function worst(lines: readonly StatusLine[]): 'good' | 'bad' | 'waiting' {
  const moods = lines.map(({ mood }) => mood)
  if (moods.includes('bad')) return 'bad'
  return moods.includes('waiting') ? 'waiting' : 'good'
}

const all: Readonly<Record<string, StatusTexts>> = { en, es }

/**
 * The texts in the first known language of an Accept-Language header or of a locale such
 * as `es_ES.UTF-8`; otherwise English.
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
