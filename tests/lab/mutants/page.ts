import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from './modules.ts'
import { type Explanation, explains, type ModuleResult, scoreOf } from './results.ts'

const file = join(import.meta.dirname, '../../../docs/generated/mutants.md')

const head = `# Mutants

Written by \`npm run mutants\`; [the laboratory's README](../../tests/lab/README.md) explains it.
Line numbers are those of the run.
`

/** Replaces a module's section of docs/generated/mutants.md. */
export function writeSection(
  name: string,
  result: ModuleResult,
  explanations: readonly Explanation[],
  run: string,
): void {
  const earlier = readFileSync(file, 'utf8')
    .split(/^(?=## )/m)
    .slice(1)
  const titleOf = (section: string) => /^## (.*)/.exec(section)?.[1] ?? ''
  const sections = new Map(earlier.map((section) => [titleOf(section), section.trim()]))
  sections.set(name, sectionOf(name, result, explanations, run))
  const inOrder = Object.keys(modules).flatMap((each) => sections.get(each) ?? [])
  writeFileSync(file, `${[head.trim(), ...inOrder].join('\n\n')}\n`)
}

function sectionOf(
  name: string,
  result: ModuleResult,
  explanations: readonly Explanation[],
  run: string,
): string {
  const { killed, alive, leftOut, survivors } = result
  const rows = survivors.map((survivor) => {
    const { why = '' } = explanations.find((each) => explains(each, survivor)) ?? {}
    const { line, code, to } = survivor
    return `| ${survivor.file}:${line} | ${inCell(code)} | ${inCell(to)} | ${why} |`
  })
  const table = ['', '| Line | Code | Mutant | Why it is harmless |', '|---|---|---|---|']
  return [
    `## ${name}`,
    '',
    `${scoreOf(result)} %: ${killed} killed, ${alive} alive, ${leftOut} left out. ${run}.`,
    ...(rows.length > 0 ? [...table, ...rows] : []),
  ].join('\n')
}

/** Code in a cell. A bracket before a parenthesis would read as a link. */
const inCell = (code: string) =>
  `\`\` ${code.replaceAll('|', '\\|').replaceAll('](', '] (')} \`\``
