import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineVariableOf } from '../shared/deployment/environment.ts'
import type { Option, Options } from '../shared/deployment/option.ts'
import {
  functionOptions,
  machineOptions,
  stackOptions,
} from '../shared/deployment/options.ts'

/** The README's tables of options, found by their header lines. */
const tables = [
  table('Variable', { ...machineOptions, ...functionOptions }, machineVariableOf),
  table('Option', { ...stackOptions, ...functionOptions }, (name) => name),
]

/** The README with its option tables regenerated. Throws when a table is missing. */
export function withOptionTables(readme: string): string {
  const paragraphs = readme.split('\n\n')
  for (const written of tables) {
    const [head = ''] = written.split('\n')
    const at = paragraphs.findIndex((paragraph) => paragraph.startsWith(head))
    if (at === -1) throw new Error(`the README has no table that begins ${head}`)
    paragraphs[at] = written
  }
  return paragraphs.join('\n\n')
}

function table(title: string, options: Options, labelOf: (name: string) => string) {
  const rows = Object.entries(options).map(
    ([name, option]) =>
      `| \`${labelOf(name)}\` | ${defaultOf(option)} | ${option.description} |`,
  )
  return [`| ${title} | Default | Meaning |`, '|---|---|---|', ...rows].join('\n')
}

function defaultOf({ default: value, defaultNote }: Option): string {
  const text = String(value ?? '')
  return defaultNote ?? (text === '' ? 'none' : `\`${text}\``)
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../README.md')
  writeFileSync(path, withOptionTables(readFileSync(path, 'utf8')))
}
