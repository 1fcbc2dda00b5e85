import { globSync } from 'node:fs'
import { join } from 'node:path'
import { rooms, roomVariable } from './rooms.ts'

/*
 * A setup file of Vitest. Shops import handlers at their first request: what runs at the
 * import of a source would count as covered by that request's test alone.
 */
const { sources = [] } = rooms[process.env[roomVariable] ?? ''] ?? {}
const root = join(import.meta.dirname, '../..')
for (const source of globSync([...sources], { cwd: root })) {
  await import(join(root, source))
}
