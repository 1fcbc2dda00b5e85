import { fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * Books in a CSV file: a line for each sale of the store and for each refund, written once,
 * however often it is told. WEBHOOK_SECRET is what POST /webhooks has answered.
 */
const { WEBHOOK_SECRET = '', BOOKS_FILE = 'books.csv', BOOKS_PORT = '5000' } = process.env
const webhook = new Webhook(WEBHOOK_SECRET)
const maxBytes = 1_000_000

/** Of an event, what the books need. Sums are in cents. */
type Told = {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly id: string
    readonly total: number
    readonly refund: { readonly amountCents: number } | null
  }
}

const books = openSync(BOOKS_FILE, 'a+')
const known = new Set(readLines().map((line) => line.split(',')[0]))
if (known.size === 0) append('event', 'time', 'type', 'order', 'cents')

const server = createServer((request, response) => void answer(request, response))
server.listen(+BOOKS_PORT, '127.0.0.1', () => {
  console.log(`Writes ${BOOKS_FILE}, listens at 127.0.0.1:${BOOKS_PORT}`)
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request).catch(() => undefined)
  response.writeHead(body === undefined ? 413 : keep(request, body)).end()
}

/** The status to answer. With 204 the line is on the disk, whatever happens next. */
function keep({ headers }: IncomingMessage, body: string): number {
  let told: Told
  try {
    told = webhook.verify(body, headers as Record<string, string>) as Told
  } catch {
    return 401
  }
  const id = String(headers['webhook-id'])
  const cents = centsOf(told)
  if (cents !== undefined && !known.has(id)) {
    append(id, told.timestamp, told.type, told.data.id, cents)
  }
  return 204
}

/** Returns the cents that came in, or below 0 went out; undefined for events without money. */
function centsOf({ type, data }: Told): number | undefined {
  if (type === 'sale.completed') return data.total
  return type === 'sale.refunded' && data.refund ? -data.refund.amountCents : undefined
}

/** Ids, times and sums need no quotes. A full disk ends the program before it answers. */
function append(id: string, ...fields: readonly (string | number)[]): void {
  writeSync(books, `${[id, ...fields].join(',')}\n`)
  fsyncSync(books)
  known.add(id)
}

/** The lines of the file. The last one is cut off if a crash has left it unfinished. */
function readLines(): string[] {
  const bytes = readFileSync(books)
  const whole = bytes.lastIndexOf('\n') + 1
  truncateSync(BOOKS_FILE, whole)
  return bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)
}

/** Undefined for a body that no event has. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
