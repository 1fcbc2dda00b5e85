import type { Mood, StatusView } from './view.ts'

const marks: Readonly<Record<Mood, string>> = {
  good: 'ok ',
  bad: '!! ',
  waiting: '.. ',
  plain: '   ',
}

/** The status as lines for a terminal. */
export function plainLines({ mood, headline, facts, sections }: StatusView): string[] {
  return [
    `${marks[mood]}${headline}`,
    ...facts.map(({ label, text }) => `   ${label}: ${text}`),
    ...sections.flatMap(({ title, lines, none }) => [
      '',
      title,
      ...lines.map((line) => `${marks[line.mood]}${line.label}: ${line.text}`),
      ...(lines.length === 0 ? [`   ${none}`] : []),
    ]),
  ]
}
