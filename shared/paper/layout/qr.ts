import QRCode from 'qrcode'
import { type Bitmap, toBitmap } from './bitmap.ts'

// The largest symbol at level M holds 5,596 digits, and fewer of other characters.
const maxQrCharacters = 5596

/**
 * A QR symbol at error correction M with margin 1, as rows of modules, true for dark.
 * Half a surrogate pair counts as U+FFFD. Undefined for text that is too long for any symbol.
 */
export function encodeQr(value: string): boolean[][] | undefined {
  if (value.length > maxQrCharacters) return undefined
  try {
    const { modules } = QRCode.create(value.toWellFormed(), { errorCorrectionLevel: 'M' })
    const indexes = [...Array(modules.size).keys()]
    const rows = indexes.map((y) => indexes.map((x) => modules.get(y, x) === 1))
    const margin = Array<boolean>(modules.size + 2).fill(false)
    return [margin, ...rows.map((row) => [false, ...row, false]), margin]
  } catch {
    return undefined
  }
}

/** An invoice (BOLT11), as it is or as a URI; its data has no b, i, o and 1. */
const invoice =
  /^(?:lightning:)?ln(?:bcrt|bc|tbs|tb)(?:\d+[munp]?)?1[02-9ac-hj-np-z]{50,}$/

/**
 * Returns the text of a QR code. Upper-case letters and digits take fewer modules than
 * others, and an invoice means the same in either case.
 */
export const qrText = (text: string): string => {
  const trimmed = text.trim()
  return invoice.test(trimmed) ? trimmed.toUpperCase() : text
}

/**
 * A QR symbol as a picture. The printer's own QR command draws whole dots per module, so the
 * size would be wrong by up to a fifth, and many printers lack it.
 */
export function qrBitmap(modules: boolean[][], sizePx: number): Bitmap {
  const moduleAt = (px: number) => Math.floor((px * modules.length) / sizePx)
  const isDark = (x: number, y: number) => modules[moduleAt(y)]?.[moduleAt(x)] ?? false
  return toBitmap(sizePx, sizePx, isDark)
}
