import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groups } from '../../functions/all.ts'
import { openApiDocument } from './document.ts'

const root = join(import.meta.dirname, '../..')

/** The text of docs/openapi.json as the declarations have it now. */
export function openApiText(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${JSON.stringify(openApiDocument(groups, version), null, 2)}\n`
}

if (import.meta.main) writeFileSync(join(root, 'docs/openapi.json'), openApiText())
