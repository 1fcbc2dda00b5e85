import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable, type Section } from './section.ts'

/** A document with a table that the bench writes, and the words that its table begins with. */
type Place = { readonly file: string; readonly head: string }

const places = {
  figures: { file: 'docs/generated/figures.md', head: 'What is measured' },
  endpoints: { file: 'docs/generated/costs.md', head: 'operation' },
} as const satisfies Record<string, Place>

/** The table of figures: a line of each section that has one. */
export const keyFigures = (sections: readonly Section[]): string =>
  markdownTable(
    sections.flatMap(({ summary }) =>
      summary.map(([what, figure]) => ({ 'What is measured': what, Figure: figure })),
    ),
  )

/**
 * Replaces a table in its document, and the line below it, which says where and when it was
 * measured. Throws when the document has none.
 */
export function replaceTable(
  name: keyof typeof places,
  table: string,
  below: string,
): void {
  const { file, head } = places[name]
  const path = join(import.meta.dirname, '../..', file)
  const paragraphs = readFileSync(path, 'utf8').trimEnd().split('\n\n')
  const at = paragraphs.findIndex((each) => each.startsWith(`| ${head} `))
  if (at === -1) throw new Error(`${file} has no table that begins with ${head}`)
  const all = [...paragraphs.slice(0, at), table, below, ...paragraphs.slice(at + 2)]
  writeFileSync(path, `${all.join('\n\n')}\n`)
}
