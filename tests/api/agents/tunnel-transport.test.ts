import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, vi } from 'vitest'
import { findAgent, recordHeartbeat } from '../../../shared/agents/agents.ts'
import { storeAnswer } from '../../../shared/agents/tunnel-answers.ts'
import { deadlineOf } from '../../../shared/agents/tunnel-request-ids.ts'
import { tunnelTransport } from '../../../shared/agents/tunnel-transport.ts'
import { keyPrefix } from '../../../shared/platform/dynamodb/shop-keys.ts'
import {
  type Act,
  gone,
  goneAtRetry,
  info,
  once,
  pay,
  says,
  scriptedAgents,
  silentFor,
  unreachable,
} from '../../support/scripted-agents.ts'
import { storeAgent } from '../../support/tunnel-agents.ts'

const { agent, connect, posted } = scriptedAgents()

describe('a request', () => {
  it('goes to the agent that was seen last, and to the next one for one that is gone', async () => {
    await agent('earlier', 2, says('earlier'))
    const later: Act = (frame, answer) => {
      // The id is part of the path to which the agent posts its answer
      expect(frame).toEqual({
        id: encodeURIComponent(frame.id),
        partition: `${keyPrefix()}TUNNEL#${frame.id}`,
        ...pay,
      })
      expect(frame.id).toMatch(new RegExp(`^${laterId}_`))
      return says('later')(frame, answer)
    }
    const laterId = await agent('later', 1, once(later, gone))
    expect(await tunnelTransport()(pay)).toEqual({ status: 200, body: 'later' })
    expect(await tunnelTransport()(pay)).toEqual({ status: 200, body: 'earlier' })
    expect(posted).toEqual(['later', 'later', 'earlier'])
  })

  it('goes to an agent whose password the node refuses last', async () => {
    await agent('right', 2, says('right'))
    const refused = await findAgent(await agent('wrong', 1, says('wrong')))
    if (!refused) throw new Error('no agent')
    const report = { printers: [], version: null, nodeRefusesPassword: true } as never
    await recordHeartbeat(refused, report, Date.now())
    expect((await tunnelTransport()(pay)).body).toBe('right')
  })

  it('waits for a connection that is still opening', async () => {
    const { id } = await storeAgent()
    await connect(id, 'opening', once(gone, says('open')), Date.now())
    expect((await tunnelTransport()(pay)).body).toBe('open')
    expect(posted).toEqual(['opening', 'opening'])
  })

  it.each([info, pay])('fails without an agent: $method', async (request) => {
    await storeAgent()
    await expect(tunnelTransport()(request)).rejects.toMatchObject(unreachable(false))
    await agent('gone', 1, gone)
    await expect(tunnelTransport()(request)).rejects.toMatchObject(unreachable(false))
  })

  it('may have been sent when its post fails', async () => {
    const cause = new Error('no route')
    await agent('first', 1, () => {
      throw cause
    })
    await agent('other', 2, says('other'))
    const failure = { ...unreachable(true), cause }
    await expect(tunnelTransport()(info)).rejects.toMatchObject(failure)
    expect(posted).toEqual(['first'])
  })

  it('may have been sent when a retry of its post finds the connection gone', async () => {
    await agent('first', 1, goneAtRetry)
    await agent('other', 2, says('other'))
    await expect(tunnelTransport()(pay)).rejects.toMatchObject(unreachable(true))
    expect(posted).toEqual(['first'])
  })

  it.each([info, pay])('may have been sent at the deadline: $method', async (request) => {
    await agent('silent', 1, silentFor(25_000))
    await expect(tunnelTransport()(request)).rejects.toMatchObject(unreachable(true))
    expect(posted).toEqual(['silent'])
  })

  it('has one deadline, on however many agents it is repeated', async () => {
    const ids: string[] = []
    const silent: Act = (frame, answer) => {
      ids.push(frame.id)
      return silentFor(2_000)(frame, answer)
    }
    const late: Act = (frame, answer) => {
      ids.push(frame.id)
      return says('late')(frame, answer)
    }
    const agents = [await agent('first', 1, silent), await agent('other', 2, late)]
    expect((await tunnelTransport()(info)).body).toBe('late')
    const [first, other] = await Promise.all(
      agents.map((id, at) => deadlineOf(ids[at] ?? '', id)),
    )
    expect(first).toBeGreaterThan(Date.now())
    expect(other).toBe(first)
  })

  it('survives a look that fails', async () => {
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    await agent('one', 1, async (frame, answer) => {
      await says('late')(frame, answer)
      send.mockRejectedValueOnce(new Error('no table') as never)
    })
    expect((await tunnelTransport()(pay)).body).toBe('late')
    send.mockRestore()
  })
})

describe('a response', () => {
  it('can take several items of the table', async () => {
    const body = randomBytes(400_000).toString('base64')
    await agent('one', 1, says(body))
    expect(await tunnelTransport()(info)).toEqual({ status: 200, body })
  })

  it.each([
    [{ failure: 'unreachable', sent: false }, false],
    [{ failure: 'cut', sent: true }, true],
  ] as const)('%j is a failure', async (given, sent) => {
    await agent('one', 1, (_, answer) => answer(given))
    await expect(tunnelTransport()(info)).rejects.toMatchObject(unreachable(sent))
  })

  it.each([
    ['no gzip', Buffer.from('no gzip')],
    ['no answer', gzipSync('{"status":"200"}')],
    ['too large', gzipSync(`{"status":200,"body":"${'x'.repeat(33 * 1024 * 1024)}"}`)],
  ])('that is %s may be of a request that was carried out', async (_, bytes) => {
    const id = await agent('one', 1, (frame) => storeAnswer(id, frame.id, bytes))
    const failure = { ...unreachable(true), cause: expect.any(Error) }
    await expect(tunnelTransport()(info)).rejects.toMatchObject(failure)
  })
})

describe('with two agents', () => {
  const two = async (first: Act, second: Act) => {
    await agent('second', 2, second)
    await agent('first', 1, first)
  }

  it.each([
    [undefined, 2_000],
    [1_000, 500],
  ])('a read of %s ms is repeated on the second after %i ms', async (timeoutMs, ms) => {
    await two(silentFor(ms), says('second'))
    expect((await tunnelTransport(timeoutMs)(info)).body).toBe('second')
    expect(posted).toEqual(['first', 'second'])
  })

  it('a read that the first agent answers goes to no other', async () => {
    await two(says('first'), says('second'))
    expect((await tunnelTransport()(info)).body).toBe('first')
    expect(posted).toEqual(['first'])
  })

  it.each([pay, info])(
    'nothing is sent again at its deadline: $method',
    async (request) => {
      await two(silentFor(25_000), says('second'))
      await expect(tunnelTransport()(request)).rejects.toMatchObject(unreachable(true))
      expect(posted).toEqual(['first'])
    },
  )

  it('a payment has until its deadline, where a read would be repeated', async () => {
    const slow: Act = (frame, answer) => {
      silentFor(600)(frame, answer)
      // After a look that finds nothing
      setTimeout(() => void says('paid')(frame, answer), 20)
    }
    await two(slow, says('second'))
    expect((await tunnelTransport(1_000)(pay)).body).toBe('paid')
    expect(posted).toEqual(['first'])
  })

  /** Says nothing until another agent calls `answer`. */
  const late = () => {
    let answer: () => unknown = () => {}
    const act: Act = (...call) => {
      answer = () => says('first')(...call)
      silentFor(2_000)(...call)
    }
    return { act, answer: () => answer() }
  }

  it('the first response to a read wins, whichever agent sends it', async () => {
    const first = late()
    await two(first.act, first.answer)
    expect((await tunnelTransport()(info)).body).toBe('first')
    expect(posted).toEqual(['first', 'second'])
  })

  const goneOnceAnswered =
    (answer: () => unknown): Act =>
    async (...call) => {
      await answer()
      return gone(...call)
    }

  it('a read waits for the first where the second is gone', async () => {
    const first = late()
    await two(first.act, goneOnceAnswered(first.answer))
    expect((await tunnelTransport()(info)).body).toBe('first')
  })

  it('and where the password of the second is refused', async () => {
    const first = late()
    await two(first.act, says('no', 401))
    await agent('third', 3, goneOnceAnswered(first.answer))
    expect((await tunnelTransport()(info)).body).toBe('first')
    expect(posted).toEqual(['first', 'second', 'third'])
  })

  it('a read whose password is refused goes to the second at once, a payment never', async () => {
    await two(says('no', 401), says('second'))
    expect((await tunnelTransport()(info)).body).toBe('second')
    expect(await tunnelTransport()(pay)).toEqual({ status: 401, body: 'no' })
    expect(posted).toEqual(['first', 'second', 'first'])
  })

  it('a read that both refuse is refused, and where the second is gone', async () => {
    await two(says('no', 401), once(gone, says('no', 401)))
    for (const _ of [1, 2]) {
      expect((await tunnelTransport()(info)).status).toBe(401)
    }
    expect(posted).toEqual(['first', 'second', 'first', 'second'])
  })

  it('a read that one agent refuses and the other ignores gets no response', async () => {
    await two(says('no', 401), silentFor(25_000))
    await expect(tunnelTransport()(info)).rejects.toMatchObject(unreachable(true))
  })
})
