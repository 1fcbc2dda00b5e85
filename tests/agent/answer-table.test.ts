import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { listenToLog } from '../../print-agent/log.ts'
import { answerTable } from '../../print-agent/tunnel/answer-table.ts'

type Reply = { readonly status: number; readonly body: object }

const refusal = (name: string): Reply => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}` },
})
const stored: Reply = { status: 200, body: {} }

/** A table that answers in order, with the agent's end of it; the clock is the test's. */
async function openTable(replies: Reply[]) {
  const items: Record<string, Record<string, string>>[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { Item } = (await json(request)) as { Item: (typeof items)[number] }
    items.push(Item)
    const { status, body } = replies.shift() ?? stored
    response.writeHead(status).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  onTestFinished(listenToLog(() => {}))
  const clock = { nowMs: 1_000_000 }
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = {
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    sessionToken: 'session',
    answers: { tableName: 'shop', endpoint },
  }
  const given = { credentials: credentials as object | undefined }
  const table = answerTable({
    latestCredentials: () => given.credentials as never,
    nowMs: () => clock.nowMs,
  })
  return { items, clock, given, write: () => table.write('P', new Uint8Array([7])) }
}

test('an answer is an item that stays for two minutes; a repeated one is there', async () => {
  const { items, write } = await openTable([
    stored,
    refusal('ConditionalCheckFailedException'),
  ])
  expect([await write(), await write()]).toEqual([true, true])
  expect(items[0]).toEqual({
    pk: { S: 'P' },
    sk: { S: 'PART#0000' },
    parts: { N: '1' },
    bytes: { B: 'Bw==' },
    expiresAt: { N: '1120' },
  })
})

test('a table that refuses is left alone for five minutes', async () => {
  const { items, clock, write } = await openTable([refusal('AccessDeniedException')])
  expect([await write(), await write()]).toEqual([false, false])
  expect(items).toHaveLength(1)
  clock.nowMs += 5 * 60_000
  expect(await write()).toBe(true)
})

test('nothing is written without valid credentials, or with those of an older cloud', async () => {
  const { items, given, write } = await openTable([])
  for (const credentials of [undefined, { ...given.credentials, answers: undefined }]) {
    given.credentials = credentials
    expect(await write()).toBe(false)
  }
  expect(items).toEqual([])
})
