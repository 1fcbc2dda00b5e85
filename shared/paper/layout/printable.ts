import { type CodePage, canEncode, hasCharacter } from './code-pages.ts'
import type { Page } from './paper.ts'

// Common spellings of characters that Unicode does not decompose.
const substitutes = new Map([
  ['€', 'EUR'],
  ['₿', 'BTC'],
  ['‘', "'"],
  ['’', "'"],
  ['‚', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['‐', '-'],
  ['‒', '-'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
  ['•', '·'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
])

/** Characters without a place of their own: controls, joiners and modifiers of emoji. */
const unprinted = /[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}]/u

/**
 * The most marks on one letter, more than any script writes: normalization sorts them, which
 * takes a square of their number, and none of them takes a column.
 */
export const maxMarks = 8

const moreMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, 'gu')

/**
 * Reduces a text to one printable line. A character that the code page lacks becomes its
 * nearest spelling there; one without any stays, to be printed as a picture, with Arabic
 * letters joined. Line breaks and tabs become a blank. Control characters are dropped,
 * because the printer would take them as commands, and so are marks beyond eight on one
 * letter. A page that keeps letters has no letter respelled.
 */
export function toPrintable(
  text: string,
  { codePage, keepsLetters = false }: Pick<Page, 'codePage' | 'keepsLetters'>,
): string {
  const oneLine = text
    .toWellFormed()
    .replace(moreMarks, '$1')
    .normalize('NFC')
    .replace(/\r\n|[\s\u0085]/g, ' ')
  let printable = ''
  let takesMarks = false
  for (const character of joinArabic(oneLine)) {
    if (/\p{M}/u.test(character)) {
      if (takesMarks && !unprinted.test(character)) printable += character
      continue
    }
    const printed = printableCharacter(character, codePage, keepsLetters)
    printable += printed
    // The letters of a code page have no marks but those that are part of them.
    if (printed !== '') takesMarks = !canEncode(printed, codePage)
  }
  return printable
}

function printableCharacter(
  character: string,
  page: CodePage,
  keepsLetters: boolean,
): string {
  if (hasCharacter(page, character)) return character
  if (unprinted.test(character)) return ''
  if (/\p{C}/u.test(character)) return '\ufffd'
  if (keepsLetters && /\p{L}/u.test(character)) return character
  const substitute = substitutes.get(character)
  if (substitute && canEncode(substitute, page)) return substitute
  const letters = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return letters !== '' && canEncode(letters, page) ? letters : character
}

/** The isolated, final, initial and medial form of each Arabic letter that has them. */
let letters: ReadonlyMap<string, readonly string[]> | undefined

/**
 * Reads the forms of Arabic letters, and of lam with alef, from the presentation forms that
 * Unicode has of them: they follow one another and decompose to the letter.
 */
function readLetters() {
  const blocks = [
    [0xfb50, 0xfbb1],
    [0xfbd3, 0xfbe9],
    [0xfbfc, 0xfbff],
    [0xfe80, 0xfefc],
  ] as const
  const forms = blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  )
  // The initial and medial forms of alef maksura come before the other two.
  return Map.groupBy(forms, (form) => form.normalize('NFKC')).set('\u0649', [
    '\ufeef',
    '\ufef0',
    '\ufbe8',
    '\ufbe9',
  ])
}

/** Arabic letters in their joined forms, in the order of the text. Other text stays as it is. */
function joinArabic(text: string): string {
  if (!/[\u0620-\u06ff]/.test(text)) return text
  letters ??= readLetters()
  const units = text.match(/\u0644[\u0622\u0623\u0625\u0627]|./gsu) ?? []
  const joined = units.map((unit, at) => {
    const [isolated = unit, final, initial, medial] = letters?.get(unit) ?? []
    const afterOther = final && reachesForward(neighbour(units, at, -1))
    const beforeOther = medial && reachesBack(neighbour(units, at, 1))
    if (afterOther) return beforeOther ? medial : final
    return beforeOther ? initial : isolated
  })
  return joined.join('')
}

/** The next letter in a direction; marks do not part letters. */
function neighbour(units: readonly string[], from: number, step: 1 | -1): string {
  let at = from + step
  while (/^\p{Mn}$/u.test(units[at] ?? '')) at += step
  return units[at] ?? ''
}

/** Tatweel and the zero-width joiner join on both sides. */
const isJoiner = (unit: string) => unit === '\u0640' || unit === '\u200d'

const reachesForward = (unit: string): boolean =>
  isJoiner(unit) || letters?.get(unit)?.[3] !== undefined

const reachesBack = (unit: string): boolean =>
  isJoiner(unit) || letters?.get(unit)?.[1] !== undefined
