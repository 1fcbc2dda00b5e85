import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { tunnelTransport } from '../../../shared/agents/tunnel-transport.ts'
import {
  gone,
  info,
  once,
  pay,
  says,
  scriptedAgents,
  unreachable,
} from '../../support/scripted-agents.ts'

const { agent, connect, posted } = scriptedAgents()

describe('a shop’s only agent', () => {
  /** How often the agents are looked up from now on. */
  const countLookups = () => {
    const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    onTestFinished(() => send.mockRestore())
    return () => send.mock.calls.filter(([each]) => each instanceof QueryCommand).length
  }

  it('is looked up by reads every two seconds, and by each payment', async () => {
    await agent('only', 1, says('answer'))
    const lookups = countLookups()
    for (const [request, afterMs, count] of [
      [info, 0, 1],
      [info, 1_999, 1],
      [pay, 0, 2],
      [info, 1_999, 2],
      [info, 1, 3],
    ] as const) {
      vi.setSystemTime(Date.now() + afterMs)
      expect((await tunnelTransport()(request)).body).toBe('answer')
      expect(lookups()).toBe(count)
    }
  })

  it('is looked up once its connection is gone, and that one is not tried again', async () => {
    const id = await agent('old', 1, once(says('old'), gone))
    await tunnelTransport()(info)
    await expect(tunnelTransport()(info)).rejects.toMatchObject(unreachable(false))
    expect(posted).toEqual(['old', 'old'])
    await connect(id, 'old', once(says('old'), gone))
    await tunnelTransport()(info)
    await connect(id, 'new', says('new'))
    expect((await tunnelTransport()(info)).body).toBe('new')
  })

  it('is none of two', async () => {
    await agent('one', 1, says('one'))
    await agent('other', 2, says('other'))
    const lookups = countLookups()
    for (const _ of [1, 2]) await tunnelTransport()(info)
    expect(lookups()).toBe(2)
  })
})
