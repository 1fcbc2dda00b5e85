import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Room } from './rooms.ts'

const root = join(import.meta.dirname, '../..')

/** SHA-256 in hex of a room's sources as they are now: their paths and contents. */
export function sourcesHash({ sources }: Room): string {
  const paths = globSync([...sources], { cwd: root }).toSorted()
  const contents = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex')
}
