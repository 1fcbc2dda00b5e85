import { join } from 'node:path'
import { modules } from './modules.ts'
import type { ModuleResult } from './results.ts'
import { sourcesHash } from './sources-hash.ts'

/** What each module's last run came to. */
export type Report = Record<
  string,
  ModuleResult & {
    /** UTC. */
    readonly date: string
    readonly machine: string
    /** Of the last run alone, which tests only what changed. */
    readonly minutes: number
    /** Of the sources that this run tested. */
    readonly sourcesHash: string
  }
>

export const reportFile = join(import.meta.dirname, '../../../docs/mutants.md')

const marker = '<!-- From here on written by npm run mutants. -->'

/** The page with its figures replaced, and modules marked whose sources have changed since. */
export function withReport(page: string, report: Report): string {
  const [text = ''] = page.split(marker)
  const names = Object.keys(modules).filter((name) => report[name])
  return [
    `${text}${marker}`,
    '',
    '| Module | Score | Killed | Alive | Left out | Date | Minutes | Machine |',
    '|---|---|---|---|---|---|---|---|',
    ...names.map((name) => rowOf(name, report)),
    ...names.flatMap((name) => survivorsOf(name, report)),
    '',
  ].join('\n')
}

function rowOf(name: string, report: Report): string {
  const module = modules[name]
  const result = report[name]
  if (!module || !result) return ''
  const { score, killed, alive, leftOut, minutes, machine } = result
  const isCurrent = result.sourcesHash === sourcesHash(module)
  const date = isCurrent ? result.date : `${result.date}, changed since`
  return `| ${[name, `${score} %`, killed, alive, leftOut, date, minutes, machine].join(' | ')} |`
}

function survivorsOf(name: string, report: Report): string[] {
  const survivors = report[name]?.survivors ?? []
  if (survivors.length === 0) return []
  return [
    '',
    `## Alive in ${name}`,
    '',
    '| Line | Code | Mutant | Why it is harmless |',
    '|---|---|---|---|',
    ...survivors.map(
      ({ file, line, code, to, why = '' }) =>
        `| ${file}:${line} | ${inCell(code)} | ${inCell(to)} | ${why} |`,
    ),
  ]
}

/** Code in a cell. A bracket before a parenthesis would read as a link. */
const inCell = (code: string) =>
  `\`\` ${code.replaceAll('|', '\\|').replaceAll('](', '] (')} \`\``
