import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PrintSettings } from '../../../shared/paper/layout/print-settings.ts'
import type { Receipt } from '../../../shared/paper/layout/receipt.ts'
import { receiptBytes } from '../../../shared/paper/layout/render.ts'

/** Stored templates, tickets and paper, and the digests of the bytes that release 0.3.1 made. */
type Release = {
  readonly config: Receipt['config']
  readonly templates: Readonly<Record<string, Receipt['elements']>>
  readonly tickets: Readonly<Record<string, Receipt['ticket']>>
  readonly papers: Readonly<Record<string, Receipt['settings']>>
  readonly sha256: Readonly<Record<string, string>>
}

const file = join(import.meta.dirname, 'stored-templates-0.3.1.json')
const { config, templates, tickets, papers, sha256 } = JSON.parse(
  await readFile(file, 'utf8'),
) as Release

test('stored templates print in English byte by byte as release 0.3.1 printed them', async () => {
  const printed: Record<string, string> = {}
  for (const [template, elements] of Object.entries(templates)) {
    for (const [of, ticket] of Object.entries(tickets)) {
      for (const [paper, sent] of Object.entries(papers)) {
        // As an agent reads them
        const settings = sent && PrintSettings.parse(sent)
        const receipt = { elements, ticket, config, settings }
        for (const copy of [false, true]) {
          const bytes = await receiptBytes(receipt, { copy })
          const name = `${template}, ${of}, ${paper}${copy ? ', copy' : ''}`
          printed[name] = createHash('sha256').update(bytes).digest('hex')
        }
      }
    }
  }
  expect(printed).toEqual(sha256)
})
