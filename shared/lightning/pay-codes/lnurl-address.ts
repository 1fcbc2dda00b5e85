/**
 * The address of a code for a QR code, in its shortest form: `lnurlp://` (LUD-17) has a byte a
 * character, and the letters of LUD-01 are 1.6 times as many at 5.5 bits each.
 */
export const lnurlOf = (id: string, origin: string): string =>
  `lnurlp://${new URL(origin).host}/lnurl/pay/${id}`
