import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { earlierIndexes, tableSchema } from '../shared/platform/dynamodb/schema.ts'

/*
 * Run by `npm version <version>`, between the new version in package.json and the tagged commit:
 * dates the changelog's unreleased section and records the indexes that the release creates.
 * With `--notes`, it prints that release's section of the changelog.
 */

const unreleased = '## [Unreleased]\n'

/** The changelog with its unreleased section as that of a version. Throws when it is empty. */
export function dated(changelog: string, version: string, date: string): string {
  if (!notesOf(changelog, 'Unreleased')) throw new Error('CHANGELOG.md has nothing new')
  return changelog.replace(unreleased, `${unreleased}\n## [${version}] - ${date}\n`)
}

/** The text of a version's section in the changelog; empty when there is none. */
export function notesOf(changelog: string, version: string): string {
  const [, section = ''] = changelog.split(`\n## [${version}]`)
  return section.split('\n## [')[0]?.split('\n').slice(1).join('\n').trim() ?? ''
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { notes: { type: 'boolean' } } })
  const pathOf = (file: string) => join(import.meta.dirname, '..', file)
  const { version } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8'))
  const changelog = readFileSync(pathOf('CHANGELOG.md'), 'utf8')
  if (values.notes) console.log(notesOf(changelog, version))
  else {
    const today = new Date().toISOString().slice(0, 10)
    writeFileSync(pathOf('CHANGELOG.md'), dated(changelog, version, today))
    const { indexes } = tableSchema
    writeFileSync(
      pathOf('tests/architecture/released-indexes.json'),
      JSON.stringify({ version, indexes: [...indexes, ...earlierIndexes] }, null, 2),
    )
  }
}
