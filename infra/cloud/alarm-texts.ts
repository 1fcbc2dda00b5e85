import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8')
const [, section = ''] = /\n## What each alarm means\n(.*?)(\n## |$)/s.exec(page) ?? []

/**
 * Meaning of each alarm and what to do about it, by name: CloudWatch shows and mails the
 * text of docs/operate.md.
 */
export const alarmTexts: ReadonlyMap<string, string> = new Map(
  section
    .split('\n- ')
    .slice(1)
    .map((entry) => {
      const text = entry.replaceAll(/\s+/g, ' ').trim()
      const [, name = '', means, todo] =
        /^\*\*(\w+)\.\*\* (.+) \*What to do:\* (.+)$/.exec(text) ?? []
      return [name, `${means}\n\nWhat to do: ${todo}`]
    }),
)
