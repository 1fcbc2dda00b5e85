import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Returns the file and line of an operation's declaration, such as `suppliersList`. */
export function declarationOf(operation = ''): string {
  const file = globSync('functions/*/endpoints.ts', { cwd: root })
    .filter((path) => operation.startsWith(groupOf(path)))
    .toSorted((one, other) => one.length - other.length)
    .at(-1)
  if (file === undefined) return 'functions/all.ts:1'
  const [first = '', ...rest] = operation.slice(groupOf(file).length)
  const name = `${first.toLowerCase()}${rest.join('')}: `
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return `${file}:${lines.findIndex((line) => line.trimStart().startsWith(name)) + 1}`
}

/** Such as `importRuns` of functions/import-runs/endpoints.ts. */
const groupOf = (path: string): string =>
  (path.split('/')[1] ?? '').replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
