import { randomBytes, randomUUID } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TunnelFrame } from '../../../shared/agents/protocol/tunnel-frame.ts'
import { readAnswer, storeAnswer } from '../../../shared/agents/tunnel-answers.ts'
import { newRequestId } from '../../../shared/agents/tunnel-request-ids.ts'
import { tunnelTransport } from '../../../shared/agents/tunnel-transport.ts'
import { chunkKey, splitIntoChunks } from '../../../shared/chunks.ts'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { insert } from '../../../shared/platform/dynamodb/write.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openSocket, startAgent, storeAgent } from '../../support/tunnel-agents.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const info = { method: 'GET', path: '/getinfo', form: null } as const

describe('a response', () => {
  it('is stored once; a second one is accepted and ignored', async () => {
    const { id, frames } = await startAgent(shop, { status: 200, body: 'first' })
    expect((await tunnelTransport()(info)).body).toBe('first')
    const requestId = frames[0]?.id ?? ''
    await storeAnswer(id, requestId, gzipSync('{"status":200,"body":"second"}'))
    const stored = gunzipSync((await readAnswer(requestId)) ?? '')
    expect(JSON.parse(stored.toString())).toEqual({ status: 200, body: 'first' })
  })

  it('is accepted and ignored after the deadline, when it is repeated', async () => {
    const { id } = await storeAgent()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const requestId = await newRequestId(id, Date.now() + 1_000)
    await storeAnswer(id, requestId, new Uint8Array([1]))
    vi.setSystemTime(Date.now() + 1_000)
    await storeAnswer(id, requestId, new Uint8Array([2]))
    expect([...((await readAnswer(requestId)) ?? [])]).toEqual([1])
  })

  it('is kept for two minutes', async () => {
    const { id } = await storeAgent()
    const nowSeconds = Math.floor(Date.now() / 1000)
    vi.useFakeTimers({ toFake: ['Date'], now: nowSeconds * 1000 + 500 })
    onTestFinished(() => void vi.useRealTimers())
    const requestId = await newRequestId(id, Date.now() + 1_000)
    await storeAnswer(id, requestId, new Uint8Array([1]))
    const stored = await read(chunkKey({ pk: `TUNNEL#${requestId}`, prefix: 'PART' }, 0))
    expect(stored).toMatchObject({ expiresAt: nowSeconds + 121 })
  })

  it('throws notFound from the deadline on, when it is the first', async () => {
    const { id } = await storeAgent()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    onTestFinished(() => void vi.useRealTimers())
    const requestId = await newRequestId(id, Date.now())
    await expect(storeAnswer(id, requestId, new Uint8Array([1]))).rejects.toMatchObject({
      kind: 'notFound',
    })
  })

  it('is completed by a second attempt when the first one stored a part of it', async () => {
    const body = randomBytes(400_000).toString('base64')
    const packed = gzipSync(JSON.stringify({ status: 200, body }))
    const agent = await storeAgent()
    const { socket } = await openSocket(shop, agent)
    const answerTwice = async ({ id }: TunnelFrame) => {
      const [, bytes = new Uint8Array()] = splitIntoChunks(packed)
      const key = chunkKey({ pk: `TUNNEL#${id}`, prefix: 'PART' }, 1)
      await transact([insert({ ...key, bytes, parts: 2, expiresAt: 0 })])
      await storeAnswer(agent.id, id, packed)
    }
    socket.on('message', (data: Buffer) => void answerTwice(JSON.parse(data.toString())))
    expect(await tunnelTransport()(info)).toEqual({ status: 200, body })
  })

  it.each([
    { parts: 1e9 },
    { parts: 0 },
    { parts: 1.5 },
    { parts: '1' },
    { parts: undefined },
    { bytes: 'text' },
    { bytes: [1] },
    { bytes: undefined },
  ])('that an agent has written as %j is none', async (odd) => {
    const requestId = await newRequestId(randomUUID(), Date.now() + 1_000)
    const key = chunkKey({ pk: `TUNNEL#${requestId}`, prefix: 'PART' }, 0)
    await transact([insert({ ...key, parts: 1, bytes: new Uint8Array([1]), ...odd })])
    expect(await readAnswer(requestId)).toBeUndefined()
  })

  it('throws notFound for a request whose deadline the agent has put off', async () => {
    const { id, frames } = await startAgent(shop, { status: 200, body: '' })
    await tunnelTransport()(info)
    const [random, deadlineMs, signature] = (frames[0]?.id ?? '').split('.')
    const later = `${random}.${Number(deadlineMs) + 60_000}.${signature}`
    await expect(storeAnswer(id, later, new Uint8Array([1]))).rejects.toMatchObject({
      kind: 'notFound',
    })
  })

  it('throws notFound for unknown requests and those of another agent', async () => {
    const { frames } = await startAgent(shop, { status: 200, body: 'mine' })
    await tunnelTransport()(info)
    const otherAgent = await storeAgent()
    for (const requestId of [frames[0]?.id ?? '', randomUUID(), '', 'x'.repeat(100)]) {
      await expect(
        storeAnswer(otherAgent.id, requestId, new Uint8Array([1])),
      ).rejects.toMatchObject({ kind: 'notFound' })
    }
  })
})
