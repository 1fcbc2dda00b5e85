import QRCode from 'qrcode'

// Digits pack tightest: 5,596 of them fill the largest symbol at level M.
const MAX_QR_CHARACTERS = 5596

/**
 * A QR symbol at error correction M with margin 1 (contract 9), as rows of modules,
 * true for dark. Undefined for what no symbol can hold: too much text, or half a
 * surrogate pair.
 */
export function encodeQr(value: string): boolean[][] | undefined {
  if (value.length > MAX_QR_CHARACTERS) return undefined
  try {
    const { modules } = QRCode.create(value, { errorCorrectionLevel: 'M' })
    const indexes = [...Array(modules.size).keys()]
    const rows = indexes.map((y) => indexes.map((x) => modules.get(y, x) === 1))
    const margin = Array<boolean>(modules.size + 2).fill(false)
    return [margin, ...rows.map((row) => [false, ...row, false]), margin]
  } catch {
    return undefined
  }
}
