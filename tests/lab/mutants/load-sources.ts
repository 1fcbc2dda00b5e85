import { globSync } from 'node:fs'
import { join } from 'node:path'
import { modules, moduleVariable } from './modules.ts'

/*
 * A setup file of Vitest. Shops import handlers at their first request: what runs at the
 * import of a source would count as covered by that request's test alone.
 */
const { sources = [] } = modules[process.env[moduleVariable] ?? ''] ?? {}
const root = join(import.meta.dirname, '../../..')
for (const source of globSync([...sources], { cwd: root })) {
  await import(join(root, source))
}
