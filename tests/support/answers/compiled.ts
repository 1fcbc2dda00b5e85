import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentedCookies, Operation } from './operations.ts'

const root = join(import.meta.dirname, '../../..')

export const documentFile = join(root, 'docs/openapi.json')

/** An operation with the content types of each status, null for an empty body, and its cookies. */
export type ListedOperation = Pick<Operation, 'id' | 'method' | 'path'> & {
  readonly responses: Readonly<Record<string, readonly (string | null)[]>>
  /** Cookies by status; none for a status that is not named. */
  readonly cookies: Readonly<Record<string, DocumentedCookies>>
  /** Values of the header Error-Code, by status. */
  readonly errorCodes: Readonly<Record<string, readonly string[]>>
}

/** The file that lists all operations. */
export const listFile = 'operations.json'

/** The file with the validators of an operation. */
export const validatorsFile = (operation: string) => `${operation}.cjs`

/** The name of a validator in its file. */
export const validatorName = (contentType: string, status: string) =>
  `${contentType.replaceAll(/\W/g, '_')}_${status}`

/** Names the folder of validators, so that processes of a run need not find it. */
const variable = 'POS_TEST_ANSWERS_COMPILED'

/** Lets every process of the run use the validators of the document as it is now. */
export const useCompiledFolder = (): void => {
  process.env[variable] = folderOfDocument()
}

/** Returns the folder of the run's validators. */
export const compiledFolder = (): string => process.env[variable] ?? folderOfDocument()

/** A folder for this version of the document, and of what compiles it. */
function folderOfDocument(): string {
  const hash = createHash('sha256')
  const compilers = ['compile.ts', 'operations.ts'].map((file) =>
    join(import.meta.dirname, file),
  )
  for (const file of [documentFile, ...compilers]) hash.update(readFileSync(file))
  return join(root, 'node_modules/.cache/answers', hash.digest('hex').slice(0, 16))
}
