import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { png } from '../support/pictures.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { createForm } from '../support/upload-form.ts'

/** A bucket that rejects files from a number on, and responds to several together. */
const bucket = {
  rejectsFrom: Infinity,
  together: 1,
  puts: [] as string[],
  waiting: [] as (() => void)[],
  maxConcurrent: 0,
}
let server: Server
let shop: Shop
let admin: Client
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    const isTaken = bucket.puts.push(request.url ?? '') < bucket.rejectsFrom
    bucket.waiting.push(() => response.writeHead(isTaken ? 200 : 403).end())
    // Waits a little, so that one request too many would be noticed
    if (bucket.waiting.length === bucket.together) setTimeout(answerAll, 50)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  shop = await openShop({
    mayFail: true,
    options: { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` },
  })
  admin = await shop.admin()
})
beforeEach(() => {
  Object.assign(bucket, {
    rejectsFrom: Infinity,
    together: 1,
    puts: [],
    maxConcurrent: 0,
  })
})
afterAll(async () => {
  await shop.close()
  server.close()
})

function answerAll() {
  bucket.maxConcurrent = Math.max(bucket.maxConcurrent, bucket.waiting.length)
  for (const answer of bucket.waiting.splice(0)) answer()
}

/** Sends a form with this many pictures, each time with the same Idempotency-Key. */
async function createFormOf(count: number) {
  const { body, headers } = await createForm(...Array(count).fill({ bytes: png }))
  const key = { 'idempotency-key': randomUUID() }
  return () => admin.post('/uploads', body, { ...headers, ...key })
}

const failed = {
  status: 500,
  body: { message: 'Error connecting to the database' },
}

it('a form is stored with 8 parallel requests', async () => {
  bucket.together = 8
  const send = await createFormOf(3 * 8)
  expect((await send()).status).toBe(201)
  // On a busy machine the SDK may send a file again
  expect(new Set(bucket.puts.map(pathOf)).size).toBe(3 * 8)
  expect(bucket.maxConcurrent).toBe(8)
})

it('a form fails as a whole, and stops, when the bucket rejects a file', async () => {
  bucket.rejectsFrom = 40
  const send = await createFormOf(500)
  expect(await send()).toMatchObject(failed)
  await sleep(200)
  expect(bucket.puts.length).toBeLessThan(100)
})

it('a retried form replaces the files that its first attempt stored', async () => {
  bucket.rejectsFrom = 40
  const send = await createFormOf(60)
  expect(await send()).toMatchObject(failed)
  const left = bucket.puts.slice(0, 39)

  bucket.rejectsFrom = Infinity
  const { status, body } = await send()
  expect(status).toBe(201)
  const kept = new Set(body.uploads.map(({ path }: { path: string }) => path))
  expect(kept.size).toBe(60)
  for (const url of left) expect(kept).toContain(pathOf(url))
})

/** The path of a file from its URL in the bucket. */
const pathOf = (url: string) => url.replace(/^.*(\/uploads\/[^?]*).*$/, '$1')
