import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncApiDocument } from './document.ts'

const root = join(import.meta.dirname, '../..')

/** The text of docs/asyncapi.json as the declarations have it now. */
export function asyncApiText(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${JSON.stringify(asyncApiDocument(version), null, 2)}\n`
}

if (import.meta.main) writeFileSync(join(root, 'docs/asyncapi.json'), asyncApiText())
