import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings, variableOf } from '../print-agent/settings.ts'
import { machineVariableOf } from '../shared/platform/deployment/environment.ts'
import { machineOptions } from '../shared/platform/deployment/machine-options.ts'
import type { Option, Options } from '../shared/platform/deployment/option-schemas.ts'
import { functionOptions, stackOptions } from '../shared/platform/deployment/options.ts'
import { markdownTable, withTables } from './markdown-table.ts'

/** The tables of docs/options.md, found by their header lines. */
const tables = [
  table('Variable', { ...machineOptions, ...functionOptions }, machineVariableOf),
  table('Option', { ...stackOptions, ...functionOptions }, (name) => name),
]

/** The page with its option tables regenerated. Throws when a table is missing. */
export const withOptionTables = (page: string): string => withTables(page, tables)

/** The agent's README with its table of settings regenerated. */
export const withSettingsTable = (page: string): string =>
  withTables(page, [settingsTable()])

function table(title: string, options: Options, labelOf: (name: string) => string) {
  const rows = Object.entries(options).map(([name, option]) => [
    `\`${labelOf(name)}\``,
    defaultOf(option),
    option.description + (option.ofShop ? '; further shops may have their own' : ''),
  ])
  return markdownTable([title, 'Default', 'Meaning'], rows)
}

const settingsTable = () =>
  markdownTable(
    ['Setting', 'Variable', 'Default', 'Meaning'],
    settings.map((setting) => [
      `\`${setting.name}\``,
      `\`${variableOf(setting)}\``,
      setting.default,
      setting.description,
    ]),
  )

function defaultOf({ default: value, defaultNote }: Option): string {
  const text = String(value ?? '')
  return defaultNote ?? (text === '' ? 'none' : `\`${text}\``)
}

if (import.meta.main) {
  const update = (file: string, regenerated: (page: string) => string) => {
    const path = join(import.meta.dirname, '..', file)
    writeFileSync(path, regenerated(readFileSync(path, 'utf8')))
  }
  update('docs/options.md', withOptionTables)
  update('print-agent/README.md', withSettingsTable)
}
