import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packagedNode } from './packaged-node.ts'

const root = join(import.meta.dirname, '../..')

/** The licences of the agent, Node and the packages of these files, each text once. */
export function licenceTexts(files: Iterable<string>): string {
  const packages = [...files].flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  )
  const licences = [
    { name: 'Lightning POS', text: licenceIn(root) },
    { name: 'Node.js', text: licenceIn(packagedNode('x64')) },
    ...[...new Set(packages)].map((folder) => ({
      name: folder.replace(/^.*node_modules\//, ''),
      text: licenceIn(join(root, folder)),
    })),
  ]
  return [...Map.groupBy(licences, ({ text }) => text)]
    .map(
      ([text, of]) =>
        `==== ${of.map(({ name }) => name).join(', ')} ====\n\n${text.trim()}\n`,
    )
    .join('\n\n')
}

/** The text of a package's licence, or its name where the package has no text. */
function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8')
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return String(license)
}
