import { marshall } from '@aws-sdk/util-dynamodb'
import { currentShop } from '../../current-shop.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { Page, unreadableCursor } from '../../platform/dynamodb/page.ts'
import { layoutVersion } from '../../platform/dynamodb/schema-version.ts'
import { exportedKinds } from './exported-records.ts'

/** The version of the format that `docs/shops.md` describes. */
export const fileFormat = 1

/** A page ends with the row that reaches this. */
const pageBytes = 1024 * 1024

/** Rows that are read at once; an order may have 400 KB. */
const rowsAtOnce = 25

/** Start of a page: a kind and the row before it, and the number of earlier records. */
type Place = { readonly kind: number; readonly after?: string; readonly items: number }

/**
 * Returns a page of all the shop's data, for GET /export/shop: lines of JSON, the first
 * page with a `Shop` and the last one with an `End`. `next` is the cursor of the page
 * after it. Throws `invalidPage`. Reads only the records that it returns.
 */
export async function exportPage(
  cursor: string | undefined,
  publicUrl: string,
  nowMs: number,
): Promise<string> {
  let { kind, after, items } = cursor === undefined ? start : placeOf(cursor)
  const lines: string[] = cursor === undefined ? [shopLine(nowMs)] : []
  let bytes = 0
  for (; kind < exportedKinds.length; kind += 1, after = undefined) {
    const { rows: read, recordsOf, placeOf: place } = kindAt(kind)
    for (let more = true; more; ) {
      const page = new Page(rowsAtOnce, after)
      const rows = await read(page)
      for (const [index, records] of (await recordsOf(rows)).entries()) {
        for (const record of records) {
          const line = JSON.stringify({
            Item: marshall(shown(record, publicUrl), marshalling),
          })
          lines.push(line)
          bytes += line.length
          items += 1
        }
        after = place(rows[index] as Item)
        if (bytes >= pageBytes)
          return `${[...lines, nextLine({ kind, after, items })].join('\n')}\n`
      }
      more = page.last !== undefined
    }
  }
  const end = JSON.stringify({ End: { items, files: 0 } })
  return `${[...lines, end].join('\n')}\n`
}

const start: Place = { kind: 0, items: 0 }
const marshalling = { removeUndefinedValues: true } as const

function kindAt(index: number) {
  const kind = exportedKinds[index]
  if (!kind) throw unreadableCursor()
  return kind
}

const shopLine = (nowMs: number) =>
  JSON.stringify({
    Shop: {
      format: fileFormat,
      layout: layoutVersion,
      id: currentShop().id,
      hosts: [],
      settings: {},
      exportedAt: new Date(nowMs).toISOString(),
      contains:
        'What a shop has: sales, payments, staff without PINs, catalogue. No secrets; pictures are links.',
    },
  })

const nextLine = ({ kind, after, items }: Place) => {
  const place = `${items} ${kindAt(kind).name} ${after}`
  return JSON.stringify({ Next: { cursor: Buffer.from(place).toString('base64url') } })
}

function placeOf(cursor: string): Place {
  const place = Buffer.from(cursor, 'base64url').toString()
  const [, items, name, after] = /^(\d{1,15}) ([\w#-]+) ([!-~]{1,200})$/.exec(place) ?? []
  const kind = exportedKinds.findIndex((each) => each.name === name)
  if (after === undefined || kind < 0) throw unreadableCursor()
  return { kind, after, items: Number(items) }
}

/** Attributes that are hashes of PINs and passwords. */
const secrets = {
  USER: 'pin',
  'RETIRED#USER': 'pin',
  ROLE: 'password',
  'RETIRED#ROLE': 'password',
}

/** A record without secrets, and with links in place of the paths of pictures. */
function shown(record: Item, publicUrl: string): Item {
  const secret = secrets[record.pk as keyof typeof secrets]
  const open = secret === undefined ? record : { ...record, [secret]: null }
  return withLinks(open, publicUrl) as Item
}

function withLinks(value: unknown, publicUrl: string): unknown {
  if (typeof value === 'string')
    return value.startsWith('/uploads/') ? `${publicUrl}${value}` : value
  if (Array.isArray(value)) return value.map((each) => withLinks(each, publicUrl))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array || value instanceof Set) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withLinks(each, publicUrl)]),
  )
}
