import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from './operations.ts'

const root = join(import.meta.dirname, '../../..')

export const documentFile = join(root, 'docs/openapi.json')

/** An operation with the content types of each status; null for an empty body. */
export type ListedOperation = Pick<Operation, 'id' | 'method' | 'path'> & {
  readonly responses: Readonly<Record<string, readonly (string | null)[]>>
}

/** The file that lists all operations. */
export const listFile = 'operations.json'

/** The file with the validators of an operation. */
export const validatorsFile = (operation: string) => `${operation}.cjs`

/** The name of a validator in its file. */
export const validatorName = (contentType: string, status: string) =>
  `${contentType.replaceAll(/\W/g, '_')}_${status}`

/** Where the validators of this version of the document are, and of what compiles them. */
export function compiledFolder(): string {
  const hash = createHash('sha256')
  const compilers = ['compile.ts', 'operations.ts'].map((file) =>
    join(import.meta.dirname, file),
  )
  for (const file of [documentFile, ...compilers]) hash.update(readFileSync(file))
  return join(root, 'node_modules/.cache/answers', hash.digest('hex').slice(0, 16))
}
