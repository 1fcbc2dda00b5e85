import { joinArabic } from './arabic.ts'
import { type CodePage, canEncode, hasCharacter } from './code-pages.ts'

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

/** What has no place of its own: controls, joiners, and what only modifies an emoji. */
const unprinted = /[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}]/u

/**
 * One line of text without anything that is not printed. A character that the code page
 * lacks becomes its nearest spelling there; one without any stays, to be printed as a
 * picture, with Arabic letters joined. Line breaks and tabs become a blank. Control
 * characters are dropped, because the printer would take them as commands.
 */
export function toPrintable(text: string, page: CodePage): string {
  const oneLine = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n|[\s\u0085]/g, ' ')
  let printable = ''
  let takesMarks = false
  for (const character of joinArabic(oneLine)) {
    if (/\p{M}/u.test(character)) {
      if (takesMarks && !unprinted.test(character)) printable += character
      continue
    }
    const printed = printableCharacter(character, page)
    printable += printed
    // The letters of a code page have no marks but those that are part of them.
    if (printed !== '') takesMarks = !canEncode(printed, page)
  }
  return printable
}

function printableCharacter(character: string, page: CodePage): string {
  if (hasCharacter(page, character)) return character
  if (unprinted.test(character)) return ''
  if (/\p{C}/u.test(character)) return '\ufffd'
  const substitute = substitutes.get(character)
  if (substitute && canEncode(substitute, page)) return substitute
  const letters = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return letters !== '' && canEncode(letters, page) ? letters : character
}
