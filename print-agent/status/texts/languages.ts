import { en } from './en.ts'
import { es } from './es.ts'
import type { StatusTexts } from './texts.ts'

const all: Readonly<Record<string, StatusTexts>> = { en, es }

/**
 * The words in the first language of an Accept-Language header, or of a locale such as
 * `es_ES.UTF-8`, that there are words in; otherwise English.
 */
export function textsFor(wanted = ''): StatusTexts {
  const ranked = wanted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().split(';')
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
    const language = tag.split(/[-_.]/)[0]?.toLowerCase() ?? ''
    return { language, quality: quality ? Number(quality.split('=')[1]) : 1 }
  })
  const known = ranked
    .filter(({ language, quality }) => Object.hasOwn(all, language) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return all[known[0]?.language ?? ''] ?? en
}
