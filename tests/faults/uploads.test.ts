import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { openShop, type Shop } from '../api/shop.ts'

/** A bucket that refuses files from a certain number on. */
const bucket = { refusesFrom: 0, puts: [] as string[], running: 0, mostAtOnce: 0 }
let server: Server
let shop: Shop
let admin: Client
beforeAll(async () => {
  server = createServer((request, response) => {
    bucket.running += 1
    bucket.mostAtOnce = Math.max(bucket.mostAtOnce, bucket.running)
    const isTaken = bucket.puts.push(request.url ?? '') < bucket.refusesFrom
    request.resume()
    setTimeout(() => {
      bucket.running -= 1
      response.writeHead(isTaken ? 200 : 403).end()
    }, 5)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  shop = await openShop({ options: { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` } })
  admin = await shop.admin()
})
beforeEach(() => {
  Object.assign(bucket, { refusesFrom: Infinity, puts: [], running: 0, mostAtOnce: 0 })
})
afterAll(async () => {
  await shop.close()
  server.close()
})

/** A form of so many pictures, to be sent again and again under one Idempotency-Key. */
async function formOf(count: number) {
  const data = new FormData()
  const picture = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'a.jpg')
  for (let at = 0; at < count; at += 1) data.append('files', picture)
  const request = new Response(data)
  const body = new Uint8Array(await request.arrayBuffer())
  const headers = {
    'content-type': request.headers.get('content-type') ?? '',
    'idempotency-key': randomUUID(),
  }
  return () => admin.post('/uploads', body, headers)
}

const failed = {
  status: 500,
  body: { message: 'Error connecting to the database' },
}

it('a form goes to the bucket some files at once', async () => {
  const send = await formOf(500)
  expect((await send()).status).toBe(201)
  expect(bucket.puts).toHaveLength(500)
  expect(bucket.mostAtOnce).toBeGreaterThan(8)
  expect(bucket.mostAtOnce).toBeLessThanOrEqual(32)
})

it('a form of which the bucket refuses a file fails as a whole and goes no further', async () => {
  bucket.refusesFrom = 40
  const send = await formOf(500)
  expect(await send()).toMatchObject(failed)
  await sleep(200)
  expect(bucket.puts.length).toBeLessThan(100)
})

it('a form that is sent again replaces the files that its first try left', async () => {
  bucket.refusesFrom = 40
  const send = await formOf(60)
  expect(await send()).toMatchObject(failed)
  const left = bucket.puts.slice(0, 39)

  bucket.refusesFrom = Infinity
  const { status, body } = await send()
  expect(status).toBe(201)
  const kept = new Set(body.uploads.map(({ path }: { path: string }) => path))
  expect(kept.size).toBe(60)
  for (const url of left) expect(kept).toContain(pathOf(url))
})

/** The path of a file from the address that the bucket keeps it under. */
const pathOf = (url: string) => url.replace(/^.*(\/uploads\/[^?]*).*$/, '$1')
