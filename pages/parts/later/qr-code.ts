import { create } from 'qrcode'

/** A QR code: how many modules a side has, and one path of all dark ones. */
export type QrCode = { readonly size: number; readonly path: string }

/** The code of a text. Invoices in capitals make a smaller one. */
export function qrCodeOf(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'L' })
  const { size } = modules
  const dark = Array.from(modules.data, (module, at) => (module ? at : -1))
  const path = dark
    .filter((at) => at >= 0)
    .map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`)
    .join('')
  return { size, path }
}
