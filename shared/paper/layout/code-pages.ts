// Bytes 0x80 to 0xFF of each page. A blank marks a byte without a character of its own,
// and for the soft hyphen and the no-break space, which never reach a line.
const highHalves = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´ ±‗¾¶§÷¸°¨·¹³²■ ',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´ ˝˛ˇ˘§÷¸°¨˙űŘř■ ',
  cp858:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´ ±‗¾¶§÷¸°¨·¹³²■ ',
  cp866:
    'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■ ',
  wpc1252:
    '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ ¡¢£¤¥¦§¨©ª«¬ ®¯°±²³´µ¶·¸¹º»¼½¾¿' +
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
} as const

/** The code pages that text can be printed in. Other characters are printed as a picture. */
export type CodePage = keyof typeof highHalves

export const codePages = Object.keys(highHalves) as CodePage[]

/** `ESC t` of makers that number the pages otherwise than Epson, and the pages that they have. */
const makerPages = {
  'star-cp858': { codePage: 'cp858', codePageNumber: 4 },
  'citizen-cp858': { codePage: 'cp858', codePageNumber: 2 },
  'citizen-cp852': { codePage: 'cp852', codePageNumber: 6 },
  'citizen-cp866': { codePage: 'cp866', codePageNumber: 7 },
  'hp-cp850': { codePage: 'cp850', codePageNumber: 1 },
  'hp-cp858': { codePage: 'cp858', codePageNumber: 6 },
  'hp-cp852': { codePage: 'cp852', codePageNumber: 2 },
  'hp-cp866': { codePage: 'cp866', codePageNumber: 7 },
  'hp-wpc1252': { codePage: 'wpc1252', codePageNumber: 8 },
} as const satisfies Record<string, { codePage: CodePage; codePageNumber: number }>

type MakerPage = keyof typeof makerPages

/** A code page as Epson and most makers number it, or as another maker does. */
export type PrinterCodePage = CodePage | MakerPage

export const printerCodePages = [
  ...codePages,
  ...(Object.keys(makerPages) as MakerPage[]),
]

const isOfMaker = (page: PrinterCodePage): page is MakerPage =>
  Object.hasOwn(makerPages, page)

/** A printer's code page, and its number where that is not Epson's. */
export const numberedPage = (
  page: PrinterCodePage,
): { codePage: CodePage; codePageNumber: number | null } =>
  isOfMaker(page) ? makerPages[page] : { codePage: page, codePageNumber: null }

/** The characters of a page's upper half, in its order. */
export const upperHalf = (page: CodePage): string => highHalves[page].replaceAll(' ', '')

type Bytes = ReadonlyMap<string, number>

const pages = new Map<CodePage, Bytes>()

function bytesOf(page: CodePage): Bytes {
  const known = pages.get(page)
  if (known) return known
  const bytes = new Map<string, number>()
  for (let byte = 0x20; byte <= 0x7e; byte++) bytes.set(String.fromCharCode(byte), byte)
  for (const [at, character] of Array.from(highHalves[page]).entries()) {
    if (character !== ' ') bytes.set(character, 0x80 + at)
  }
  pages.set(page, bytes)
  return bytes
}

/** True if a page has a character. */
export const hasCharacter = (page: CodePage, character: string): boolean =>
  bytesOf(page).has(character)

/** True if a page has every character of a text. */
export const canEncode = (text: string, page: CodePage): boolean =>
  Array.from(text).every((character) => hasCharacter(page, character))

/** A text's bytes in a code page, `?` for characters that the page lacks. */
export function encode(text: string, page: CodePage): Uint8Array {
  const bytes = bytesOf(page)
  return Uint8Array.from(Array.from(text), (character) => bytes.get(character) ?? 0x3f)
}
