import { cp850Bytes } from './cp850.ts'
import type { CodePage } from './print-settings.ts'

/** The number of each code page in ESC/POS (ESC t), as Epson has them. */
const NUMBERS: Readonly<Record<CodePage, number>> = { cp850: 2, cp858: 19, wpc1252: 16 }

export const codePageNumber = (codePage: CodePage): number => NUMBERS[codePage]

/** Characters of cp850 that Windows-1252 has elsewhere, or only something like them. */
const IN_1252 = new Map<string, number>([
  ['ƒ', 0x83],
  ['ı', 0x69],
  ['‗', 0x5f],
  ...spelled('█▓▒░▄▀■', '#'),
  ...spelled('│║┤╣├╠', '|'),
  ...spelled('─═', '-'),
  ...spelled('┐└┴┬┼┘┌╗╝╚╔╩╦╬', '+'),
])

function spelled(characters: string, as: string): [string, number][] {
  return Array.from(characters, (character) => [character, as.charCodeAt(0)])
}

/**
 * A text from `toPrintable` in the bytes of a code page. cp858 is cp850 but for the dotless i,
 * in whose place it has the euro sign.
 */
export function bytesIn(codePage: CodePage, printable: string): Uint8Array {
  if (codePage === 'cp850') return cp850Bytes(printable)
  if (codePage === 'cp858') return cp850Bytes(printable.replaceAll('ı', 'i'))
  return Uint8Array.from(printable, (character) => {
    const code = character.charCodeAt(0)
    return IN_1252.get(character) ?? (code <= 0xff ? code : 0x3f)
  })
}
