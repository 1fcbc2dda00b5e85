import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { pipeline as inOrder, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { fileFormat } from '../../shared/back-office/exports/export-shop.ts'
import { isExportedPartition } from '../../shared/back-office/exports/exported-records.ts'
import { Refusal } from './command-line.ts'
import type { StoredItem } from './scan.ts'

/*
 * A shop in one file, as docs/shops.md describes it: NDJSON with a `Shop` first, then each
 * record as an `Item` and each picture as a `File`, and an `End` that tells whether all of it
 * is there. Its name ends with .gz when it is compressed.
 */

/** The first line: a summary of the file, for people and for the import. */
export type ShopLine = {
  readonly format: number
  /** The version of the records' layout. */
  readonly layout: number
  readonly id: string
  readonly hosts: readonly string[]
  /** Option overrides, by name. */
  readonly settings: Readonly<Partial<Record<string, string>>>
  readonly exportedAt: string
  readonly contains: string
  /**
   * The secrets that its records depend on, sealed with the move code. Absent in a file that
   * comes from GET /export/shop, which has no PINs either.
   */
  readonly keys?: string
}

/** The last line: numbers of lines, and in a file with keys the SHA-256 of all bytes before it. */
export type EndLine = {
  readonly items: number
  readonly files: number
  readonly sha256: string
  /** HMAC-SHA256 of that with the move code: who has no code can change nothing. */
  readonly mac: string
}

/** The `mac` of a file's `sha256`. */
export const macOf = (sha256: string, moveCode: string) =>
  createHmac('sha256', moveCode).update(sha256).digest('hex')

/** Any other line. A record is DynamoDB's JSON, as in its own exports. */
export type PartLine =
  | { readonly Item: StoredItem }
  | { readonly File: { readonly key: string; readonly bytes: string } }

type Line =
  | { readonly Shop: ShopLine }
  | PartLine
  | { readonly End: EndLine }
  // Ends a page of GET /export/shop, of which there are several in a file
  | { readonly Next: unknown }

/**
 * Writes a shop's file, which its owner alone may read and which has its name when it is
 * whole.
 */
export async function writeShopFile(
  path: string,
  shop: ShopLine,
  parts: AsyncIterable<PartLine>,
  moveCode: string,
): Promise<EndLine> {
  const digest = createHash('sha256')
  const counts = { items: 0, files: 0 }
  const text = (line: Line) => `${JSON.stringify(line, withBase64)}\n`
  let end: EndLine | undefined
  async function* lines() {
    const hashed = (line: Line) => {
      const written = text(line)
      digest.update(written)
      return written
    }
    yield hashed({ Shop: shop })
    for await (const part of parts) {
      counts['Item' in part ? 'items' : 'files'] += 1
      yield hashed(part)
    }
    const sha256 = digest.digest('hex')
    end = { ...counts, sha256, mac: macOf(sha256, moveCode) }
    yield text({ End: end })
  }
  const unfinished = `${path}.${randomUUID()}.unfinished`
  const file = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true })
  const source = Readable.from(lines())
  try {
    await (path.endsWith('.gz')
      ? pipeline(source, createGzip(), file)
      : pipeline(source, file))
    // Unlike a rename, it fails when another export has written the file since
    await link(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return end as EndLine
}

/** The SDK's bytes may be a Buffer, which turns itself into other JSON. */
function withBase64(this: unknown, key: string, value: unknown) {
  const own = (this as Record<string, unknown>)[key]
  return own instanceof Uint8Array ? Buffer.from(own).toString('base64') : value
}

/** In DynamoDB's JSON a text under the name `B` is always bytes. */
const withBytes = (key: string, value: unknown) =>
  key === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value

/**
 * Reads a whole file and returns its first and its last line. Throws `Refusal` when it is no
 * shop's file, is of another release's format, or is not whole.
 */
export async function checkShopFile(
  path: string,
): Promise<{ readonly shop: ShopLine; readonly end: EndLine }> {
  const digest = createHash('sha256')
  const counts = { items: 0, files: 0 }
  let shop: ShopLine | undefined
  let end: EndLine | undefined
  for await (const { line, bytes } of linesOf(path)) {
    if (end) throw notWhole(path)
    if ('End' in line) {
      end = line.End
      continue
    }
    digest.update(bytes).update('\n')
    if ('Next' in line) continue
    if ('Shop' in line) shop ??= line.Shop
    // Without keys nothing says that the file is as it was exported
    else if (shop && shop.keys === undefined && !isOfApi(line)) {
      throw new Refusal(`${path} has lines that GET /export/shop does not have.`)
    } else counts['Item' in line ? 'items' : 'files'] += 1
    if (shop?.format !== fileFormat) {
      throw new Refusal(`${path} is not a shop's file that this release reads.`)
    }
  }
  const sha256 = digest.digest('hex')
  const isWhole =
    end?.items === counts.items &&
    end.files === counts.files &&
    (shop?.keys === undefined || end.sha256 === sha256)
  if (!shop || !end || !isWhole) throw notWhole(path)
  return { shop, end: { ...end, sha256 } }
}

const notWhole = (path: string) =>
  new Refusal(`${path} is not whole, or was changed: nothing was imported.`)

/**
 * True if GET /export/shop has such a line: no sessions, keys or agents, no PINs, no pictures.
 */
function isOfApi(part: PartLine): boolean {
  if ('File' in part) return false
  const { pk, pin, password } = part.Item
  const isOpen = [pin, password].every((hash) => hash?.M === undefined)
  return isOpen && isExportedPartition(pk?.S ?? '')
}

/** The records and pictures of a file that was checked. */
export async function* partsOf(path: string): AsyncGenerator<PartLine> {
  for await (const { line } of linesOf(path)) {
    if ('Item' in line || 'File' in line) yield line
  }
}

async function* linesOf(path: string) {
  const file = createReadStream(path)
  const chunks = path.endsWith('.gz') ? inOrder(file, createGunzip(), () => {}) : file
  let begun: Buffer[] = []
  const parsed = (bytes: Buffer) => {
    try {
      return { bytes, line: JSON.parse(bytes.toString('utf8'), withBytes) as Line }
    } catch {
      throw notWhole(path)
    }
  }
  try {
    // Not readline, which also ends lines at U+2028 inside a text
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        yield parsed(Buffer.concat([...begun, chunk.subarray(from, at)]))
        begun = []
        from = at + 1
      }
      begun.push(chunk.subarray(from))
    }
  } catch (error) {
    // A compressed file was cut
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_')
      ? notWhole(path)
      : error
  }
  if (begun.some(({ length }) => length > 0)) throw notWhole(path)
}
