import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagedNode } from './packaged-node.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The licences of the agent, Node and the packages that these files belong to, each text
 * once.
 */
export function licenceTexts(files: Iterable<string>): string {
  const packages = [...files].flatMap((file) => {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
    return folder === undefined ? [] : [folder]
  })
  const namesByText = new Map<string, string[]>()
  const add = (name: string, text: string) =>
    namesByText.set(text, [...(namesByText.get(text) ?? []), name])
  add('Lightning POS', licenceIn(root))
  add('Node.js', licenceIn(packagedNode('x64')))
  for (const folder of new Set(packages)) {
    add(folder.replace(/^.*node_modules\//, ''), licenceIn(join(root, folder)))
  }
  return [...namesByText]
    .map(([text, names]) => `==== ${names.join(', ')} ====\n\n${text.trim()}\n`)
    .join('\n\n')
}

/** The text of a package's licence, or its name where the package has no text. */
function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8')
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return String(license)
}
