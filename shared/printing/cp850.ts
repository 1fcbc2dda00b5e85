// Bytes 0x80 to 0xFF. The blanks stand for the soft hyphen (0xF0) and the no-break
// space (0xFF), which never reach a line.
const HIGH_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´ ±‗¾¶§÷¸°¨·¹³²■ '

const BYTE_OF = new Map<string, number>()
for (let byte = 0x20; byte <= 0x7e; byte++) BYTE_OF.set(String.fromCharCode(byte), byte)
for (let byte = 0x80; byte <= 0xff; byte++) {
  const character = HIGH_HALF.charAt(byte - 0x80)
  if (character !== ' ') BYTE_OF.set(character, byte)
}

// Common spellings of characters that Unicode does not decompose.
const SUBSTITUTES = new Map([
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

/**
 * One line of text in characters of cp850. A character that cp850 lacks becomes its nearest
 * spelling, else `?`; line breaks and tabs become a blank. Control characters are dropped,
 * because the printer would take them as commands.
 */
export function toPrintable(text: string): string {
  const oneLine = text.normalize('NFC').replace(/\r\n|[\s\u0085]/g, ' ')
  return Array.from(oneLine, printableCharacter).join('')
}

function printableCharacter(character: string): string {
  if (BYTE_OF.has(character)) return character
  const substitute = SUBSTITUTES.get(character)
  if (substitute) return substitute
  if (/[\p{Cc}\p{Cf}\p{M}]/u.test(character)) return ''
  const decomposed = Array.from(character.normalize('NFKD'))
  return decomposed.filter((part) => BYTE_OF.has(part)).join('') || '?'
}

/** The cp850 bytes of a text from `toPrintable`. */
export function cp850Bytes(printable: string): Uint8Array {
  return Uint8Array.from(printable, (character) => BYTE_OF.get(character) ?? 0x3f)
}
