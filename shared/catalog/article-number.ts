/** A SKU and barcodes, as a product or a variant has them. */
export type Codes = { readonly SKU: string | null; readonly barcodes: readonly string[] }

/** Contents of a scanned code. */
export type ScannedCode = {
  /** The code as it was scanned. */
  readonly text: string
  /** All codes that spell the same article number; none without one. */
  readonly spellings: readonly string[]
  readonly batch?: string
  /** YYYY-MM-DD. */
  readonly expiresOn?: string
  /** Number of units in the package. */
  readonly quantity?: number
  /** Price of the package. */
  readonly priceCents?: number
}

/**
 * The article number (GTIN-14) that a code spells as EAN-8, UPC-E, UPC-A, EAN-13 or GTIN-14:
 * digits with a right check digit. Undefined for any other code.
 */
export function gtinOf(code: string): string | undefined {
  if (!/^\d{8}$|^\d{12,14}$/.test(code)) return undefined
  const spelled = code.padStart(14, '0')
  return isChecked(spelled) ? spelled : expanded(code)
}

/** All codes that spell a number, as `gtinOf` reads them. */
export function spellingsOf(gtin: string): string[] {
  const [, system = '', maker = '', item = '', check = ''] =
    /^00([01])(\d{5})(\d{5})(\d)$/.exec(gtin) ?? []
  const shortened = [
    `${maker.slice(0, 2)}${item.slice(2)}${maker.slice(2, 3)}`,
    `${maker.slice(0, 3)}${item.slice(3)}3`,
    `${maker.slice(0, 4)}${item.slice(4)}4`,
  ].map((digits) => `${system}${digits}${check}`)
  const shorter = [13, 12, 8].map((digits) => gtin.slice(-digits))
  return [...new Set([gtin, ...shorter, ...shortened])].filter(
    (code) => gtinOf(code) === gtin,
  )
}

/** The article numbers among barcodes, each once. SKUs are compared as they are written. */
export const gtinsOf = (barcodes: readonly string[]): string[] => [
  ...new Set(barcodes.flatMap((barcode) => gtinOf(barcode) ?? [])),
]

/** True if one of these codes equals the scanned text or a spelling of its article number. */
export const haveCode = ({ SKU, barcodes }: Codes, { text, spellings }: ScannedCode) =>
  SKU === text ||
  barcodes.some((barcode) => barcode === text || spellings.includes(barcode))

/**
 * Reads a scanned code: an article number, a GS1 element string (with or without brackets and
 * the scanner's symbology prefix) or a GS1 Digital Link. Any other code is its text alone. Eight
 * digits may be read in two ways: as EAN-8 and, where nothing has that, as UPC-E.
 */
export function readingsOf(text: string): ScannedCode[] {
  const bare = text.replace(/^\][A-Za-z]\d/, '')
  const numbers = [...new Set([gtinOf(bare), expanded(bare)])].flatMap((gtin) =>
    gtin === undefined ? [] : { text, spellings: spellingsOf(gtin) },
  )
  return numbers.length > 0 ? numbers : [readElements(text, bare)]
}

function readElements(text: string, bare: string): ScannedCode {
  const elements = linkElements(bare) ?? bracketedElements(bare) ?? plainElements(bare)
  const said = (identifier: string) =>
    elements.find((element) => element.startsWith(identifier))?.slice(identifier.length)
  const inside = gtinOf(said('01') ?? '')
  if (inside === undefined) return { text, spellings: [] }
  const batch = said('10')
  const expiresOn = dayOf(said('17'))
  const quantity = countOf(said('30') ?? said('37'))
  const priceCents = centsOf(said('392'))
  return {
    text,
    spellings: spellingsOf(inside),
    ...(batch && { batch }),
    ...(expiresOn !== undefined && { expiresOn }),
    ...(quantity !== undefined && { quantity }),
    ...(priceCents !== undefined && { priceCents }),
  }
}

/** The digits from the right count three times and once, in turn; their sum ends in 0. */
const isChecked = (digits: string) =>
  Array.from(digits).reduceRight(
    (sum, digit, at) => sum + Number(digit) * ((digits.length - at) % 2 === 0 ? 3 : 1),
    0,
  ) %
    10 ===
  0

/** The number of a UPC-E, which leaves out zeros; its last digit but one says where. */
function expanded(code: string): string | undefined {
  const [, system, first, second, third, fourth, fifth, last, check] =
    /^([01])(\d)(\d)(\d)(\d)(\d)(\d)(\d)$/.exec(code) ?? []
  if (last === undefined) return undefined
  const start = `00${system}${first}${second}`
  const digits =
    last <= '2'
      ? `${last}0000${third}${fourth}${fifth}`
      : last === '3'
        ? `${third}00000${fourth}${fifth}`
        : last === '4'
          ? `${third}${fourth}00000${fifth}`
          : `${third}${fourth}${fifth}0000${last}`
  const gtin = `${start}${digits}${check}`
  return isChecked(gtin) ? gtin : undefined
}

/** Separator after an element of variable length. */
const separator = '\u001d'

/** Lengths of elements with their identifiers, by its first two digits; others are variable. */
const fixedLengths: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  ...Object.fromEntries([11, 12, 13, 14, 15, 16, 17, 18, 19].map((each) => [each, 8])),
  '20': 4,
  ...Object.fromEntries([31, 32, 33, 34, 35, 36].map((each) => [each, 10])),
  '41': 16,
}

/** The elements of an element string, each its identifier and its value. */
function plainElements(text: string): string[] {
  const elements: string[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf(separator)
    const length = fixedLengths[rest.slice(0, 2)] ?? (end < 0 ? rest.length : end)
    if (length > 0) elements.push(rest.slice(0, length))
    rest = rest.slice(length)
    if (rest.startsWith(separator)) rest = rest.slice(1)
  }
  return elements
}

/** Splits a GS1 code in its printed form: (01)04006381333931(10)A7. */
function bracketedElements(text: string): string[] | undefined {
  if (!/^\(\d{2,4}\)/.test(text)) return undefined
  return text
    .replaceAll(separator, '')
    .split(/\((?=\d{2,4}\))/)
    .map((element) => element.replace(')', ''))
}

/** Splits a GS1 Digital Link: https://example.com/01/04006381333931/10/A7?17=271231. */
function linkElements(text: string): string[] | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined
  const { pathname, searchParams } = new URL(text)
  const parts = pathname.split('/').map(unescaped)
  const first = parts.indexOf('01')
  if (first < 0) return undefined
  const inPath = parts
    .slice(first)
    .flatMap((part, at, all) => (at % 2 === 0 ? `${part}${all[at + 1] ?? ''}` : []))
  return [...inPath, ...[...searchParams].map((pair) => pair.join(''))]
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** YYMMDD of this century; day 00 is the month's last one. */
function dayOf(value: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(value ?? '') ?? []
  if (month === undefined || day === undefined) return undefined
  const date = new Date(
    Date.UTC(
      2000 + Number(year),
      day === '00' ? Number(month) : Number(month) - 1,
      Number(day),
    ),
  )
  const text = date.toISOString().slice(0, 10)
  return text.startsWith(`20${year}-${month}`) ? text : undefined
}

const countOf = (value: string | undefined) =>
  value !== undefined && /^\d{1,8}$/.test(value) ? Number(value) : undefined

/** The identifier 392 goes on with the number of decimals. */
function centsOf(value: string | undefined): number | undefined {
  const [, decimals, digits] = /^([0-2])(\d{1,12})$/.exec(value ?? '') ?? []
  return digits === undefined ? undefined : Number(digits) * 10 ** (2 - Number(decimals))
}
