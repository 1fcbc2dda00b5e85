import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Module } from './modules.ts'

const root = join(import.meta.dirname, '../../..')

/** SHA-256 in hex of a module's sources as they are now: their paths and contents. */
export function sourcesHash({ sources }: Module): string {
  const paths = globSync([...sources], { cwd: root }).toSorted()
  const contents = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex')
}
