/** Searchable words of a thing, folded. */
export type SearchText = {
  /** As they are written. */
  readonly written: string
  /** With a blank before each word and instead of each sign. */
  readonly words: string
  /** Each text in one piece, without blanks and signs. */
  readonly joined: string
}

/** Letters that Unicode does not take apart. */
const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Letters as people type them: in lower case, without accents, each of its usual width. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœßøłđðþı]/g, (letter) => letters[letter] ?? letter)

const signs = /[^\p{L}\p{N}]+/gu

/** Builds the searchable text of a thing from its texts, such as its name and codes. */
export function searchText(texts: readonly (string | null)[]): SearchText {
  const folded = texts.flatMap((text) => (text ? [fold(text)] : []))
  return {
    written: folded.join('\n'),
    words: folded.map((text) => ` ${text.replace(signs, ' ')}`).join('\n'),
    joined: folded.map((text) => text.replace(signs, '')).join('\n'),
  }
}

/**
 * Finds the things with each word of a query, in their order: first those in which all
 * begin a word, then those that have them inside, such as the last digits of a code.
 */
export function find<Found extends { readonly text: SearchText }>(
  all: readonly Found[],
  query: string,
): readonly Found[] {
  const typed = fold(query).split(/\s+/).filter(Boolean)
  if (typed.length === 0) return all
  const parts = typed.flatMap((word) => word.split(signs)).filter(Boolean)
  const pieces = typed.map((word) => ({ word, joined: word.replace(signs, '') }))
  const beginning: Found[] = []
  const inside: Found[] = []
  for (const each of all) {
    const { words, joined, written } = each.text
    if (parts.length > 0 && parts.every((part) => words.includes(` ${part}`))) {
      beginning.push(each)
    } else if (
      // A query of signs alone is meant as it is written
      pieces.every((piece) =>
        piece.joined ? joined.includes(piece.joined) : written.includes(piece.word),
      )
    ) {
      inside.push(each)
    }
  }
  return [...beginning, ...inside]
}
