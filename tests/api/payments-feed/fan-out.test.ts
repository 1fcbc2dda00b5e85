import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { mockClient } from 'aws-sdk-client-mock'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from 'vitest'
import {
  connectedFrame,
  type Deadline,
  fanOut,
} from '../../../shared/lightning/payments-feed/fan-out.ts'
import {
  allWatchers,
  createWatcher,
  deleteWatcher,
  findGapStartMs,
} from '../../../shared/lightning/payments-feed/watchers.ts'
import { sessionOf } from '../../sockets/session-of.ts'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { expectWritesOf } from '../../support/write-rights.ts'

const frame = { type: 'payment_received', paymentHash: 'aa' }
const goneException = new GoneException({ message: 'gone', $metadata: { attempts: 1 } })

let shop: Shop
let counter: Client
let kitchen: Client
beforeAll(async () => {
  shop = await openShop()
  counter = await shop.admin()
  kitchen = await shop.admin()
})
afterAll(() => shop.close())

/** The posts of a test in their order, and what each connection answers. */
const posts = mockClient(ApiGatewayManagementApiClient)
let posted: string[]
let answers: Record<string, () => unknown>
beforeEach(() => {
  posted = []
  answers = {}
  posts.resetHistory()
  posts.on(PostToConnectionCommand).callsFake(({ ConnectionId, Data }) => {
    expect(JSON.parse(String(Data))).toEqual(frame)
    posted.push(ConnectionId)
    return answers[ConnectionId]?.()
  })
})
afterEach(async () => {
  for (const watcher of await allWatchers()) await deleteWatcher(watcher)
})
afterAll(() => posts.restore())

const isGone = () => {
  throw goneException
}

const open = (client: Client, ...ids: readonly string[]) =>
  Promise.all(ids.map((id) => record(client, id, Date.now() - 60_000)))

const record = (client: Client, id: string, connectedAtMs: number) =>
  createWatcher(id, sessionOf(client), connectedAtMs)

const onRecord = async () => (await allWatchers()).map(({ connectionId }) => connectionId)

const send = (rest: object = {}, deadline?: Deadline) =>
  fanOut({ frame, atMs: Date.now(), ...rest }, deadline)

it('the first frame of a socket, and its heartbeat, say that it is connected', () => {
  expect(connectedFrame).toEqual({ type: 'connected' })
})

/** A deadline that is over once this many calls have begun. */
function deadlineAfter(begun: number): Deadline {
  let asked = 0
  return {
    isOver: () => {
      asked += 1
      return asked > begun
    },
  }
}

describe('a fan-out', () => {
  it('reaches each socket once', async () => {
    await open(counter, 'a', 'b')
    await open(kitchen, 'c')
    expect(await send()).toBeUndefined()
    expect(posted.toSorted()).toEqual(['a', 'b', 'c'])
    expect(await onRecord()).toEqual(['a', 'b', 'c'])
  })

  it('reaches only the sockets that it names', async () => {
    await open(counter, 'a', 'b')
    await send({ to: ['b', 'closed since'] })
    expect(posted).toEqual(['b'])
  })

  it('takes a socket that is gone off the record, and keeps what its session misses', async () => {
    const atMs = Date.now()
    await open(counter, 'gone')
    await open(kitchen, 'stays')
    answers.gone = isGone
    expectWritesOf('fan-out')
    expect(await send({ atMs })).toBeUndefined()
    expect(posted.toSorted()).toEqual(['gone', 'stays'])
    expect(await onRecord()).toEqual(['stays'])
    const next = { ...sessionOf(counter), connectionId: 'next', connectedAtMs: atMs + 10 }
    // The network was lost: it may have taken frames that did not arrive
    expect(await findGapStartMs(next)).toBe(atMs - 60_000)
  })

  it('reaches the socket that a session has opened in place of a closed one', async () => {
    await open(counter, 'gone', 'early')
    await open(kitchen, 'other')
    answers.gone = async () => {
      await open(counter, 'late')
      await open(kitchen, 'newcomer')
      throw goneException
    }
    expect(await send({ to: ['gone'], served: ['early'] })).toBeUndefined()
    expect(posted).toEqual(['gone', 'late'])
  })

  it('tries a socket again that may still be opening', async () => {
    await record(counter, 'opening', Date.now())
    answers.opening = () => (posted.length < 3 ? isGone() : undefined)
    expect(await send()).toBeUndefined()
    expect(posted).toEqual(['opening', 'opening', 'opening'])
    expect(await onRecord()).toEqual(['opening'])
  })

  it('keeps the record of one that does not open in time, and serves its session', async () => {
    await record(counter, 'opening', Date.now())
    answers.opening = async () => {
      if (posted.length === 6) await open(counter, 'late')
      throw goneException
    }
    expect(await send()).toBeUndefined()
    expect(posted).toEqual([...Array.from({ length: 6 }, () => 'opening'), 'late'])
    expect(await onRecord()).toEqual(['late', 'opening'])
  })

  it.each([
    ['', undefined],
    [' before its deadline', new AbortController().signal],
  ])(
    'survives the failure of a post%s, which costs this socket the frame',
    async (_, signal) => {
      const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
      await open(counter, 'a', 'failing')
      answers.failing = () => {
        throw new Error('no route')
      }
      expect(await send({}, { isOver: () => false, signal })).toBeUndefined()
      expect(posted.toSorted()).toEqual(['a', 'failing'])
      expect(await onRecord()).toEqual(['a', 'failing'])
      expect(log).toHaveBeenCalledWith(
        expect.stringMatching(/watcher-not-reached.*no route/),
      )
      log.mockRestore()
    },
  )
})

describe('the rest of a fan-out at its deadline', () => {
  it('is all of it when it is over before the first post', async () => {
    await open(counter, 'a', 'b')
    const rest = await send({ atMs: 7, served: ['c'] }, deadlineAfter(0))
    expect(rest).toEqual({ frame, atMs: 7, to: ['a', 'b'], served: ['c'] })
    expect(posted).toEqual([])
  })

  it('lists the sockets left, and those of the same sessions already served', async () => {
    await open(counter, 'a', 'c')
    await open(kitchen, 'b')
    const rest = await send({}, deadlineAfter(2))
    expect(posted).toEqual(['a', 'b'])
    expect(rest).toMatchObject({ to: ['c'], served: ['a'] })
  })

  it('is nothing when all are served', async () => {
    await open(counter, 'a', 'b')
    expect(await send({}, deadlineAfter(2))).toBeUndefined()
  })

  it('has the gone socket whose end is not on record yet', async () => {
    await open(counter, 'gone')
    answers.gone = isGone
    expect(await send({}, deadlineAfter(1))).toMatchObject({ to: ['gone'], served: [] })
    expect(await onRecord()).toEqual(['gone'])
  })

  it('includes sockets that a session opened in between', async () => {
    await open(counter, 'gone')
    answers.gone = async () => {
      await open(counter, 'late')
      throw goneException
    }
    expect(await send({}, deadlineAfter(2))).toMatchObject({
      to: ['late'],
      served: ['gone'],
    })
    expect(posted).toEqual(['gone'])
  })

  it('has a socket whose post it aborted', async () => {
    await open(counter, 'slow', 'quick')
    const abort = new AbortController()
    answers.slow = () => {
      abort.abort()
      throw abort.signal.reason
    }
    // A timer may end a moment before the clock says so
    const rest = await send({}, { isOver: () => false, signal: abort.signal })
    expect(rest?.to).toEqual(['slow'])
    const [call] = posts.commandCalls(PostToConnectionCommand)
    expect(call?.args as unknown[]).toContainEqual({ abortSignal: abort.signal })
  })
})
