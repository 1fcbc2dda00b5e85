import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { handler } from '../../../functions/tunnel/handler.ts'
import { agentKey, allAgents, findAgent } from '../../../shared/agents/agents.ts'
import { closeTunnel, openTunnel } from '../../../shared/agents/tunnel-connections.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { deleteItem } from '../../../shared/platform/dynamodb/write.ts'
import { openTable } from '../../support/table.ts'
import { storeAgent } from '../../support/tunnel-agents.ts'

let close: () => Promise<void>
beforeAll(async () => {
  close = await openTable()
})
afterAll(() => close())

describe('a connection of the tunnel', () => {
  const event = (eventType: string, connectionId: string, headers = {}) =>
    ({ headers, requestContext: { eventType, connectionId } }) as never
  const connectionOf = async (id: string) => (await findAgent(id))?.tunnelConnectionId

  it('is recorded for an agent with its secret, until it closes', async () => {
    const { id, bearer } = await storeAgent()
    const connect = (authorization: string) =>
      handler(event('CONNECT', 'new', { Authorization: authorization }))
    expect(await connect('Bearer x')).toMatchObject({ statusCode: 401 })
    expect(await connectionOf(id)).toBeNull()
    expect(await connect(`Bearer ${bearer}`)).toEqual({ statusCode: 200 })
    expect(await connectionOf(id)).toBe('new')
    expect((await findAgent(id))?.tunnelOpenedAtMs).toBeGreaterThan(Date.now() - 60_000)
    expect(await handler(event('MESSAGE', 'new'))).toEqual({ statusCode: 200 })
    expect(await handler(event('DISCONNECT', 'unknown'))).toEqual({ statusCode: 200 })
    expect(await connectionOf(id)).toBe('new')
    expect(await handler(event('DISCONNECT', 'new'))).toEqual({ statusCode: 200 })
    expect(await connectionOf(id)).toBeNull()
  })

  it('that closes while its agent opens the next one leaves that', async () => {
    const { id } = await storeAgent()
    await openTunnel(id, 'first', 0)
    const send: (query: never) => Promise<unknown> = Reflect.get(
      DynamoDBDocumentClient.prototype,
      'send',
    )
    const sending = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    onTestFinished(() => sending.mockRestore())
    const readThenOpenNext = async function (this: DynamoDBDocumentClient, query: never) {
      const agents = await send.call(this, query)
      await openTunnel(id, 'next', 0)
      return agents
    }
    sending.mockImplementationOnce(readThenOpenNext as never)
    await closeTunnel('first')
    expect(await connectionOf(id)).toBe('next')

    sending.mockImplementationOnce(send as never)
    sending.mockRejectedValueOnce(new Error('no table') as never)
    await expect(closeTunnel('next')).rejects.toMatchObject({
      kind: 'storageUnavailable',
    })
  })

  describe('of an agent whose release did not say whether it has a node', () => {
    const refused = { kind: 'agentWithoutNode' }
    beforeEach(async () => {
      const agents = await allAgents()
      await transact(agents.map((agent) => deleteItem(agent)))
    })

    it('is opened where no other agent serves the node, and again later', async () => {
      const { id } = await storeAgent(0, {})
      await storeAgent(0, {})
      await storeAgent(0, { servesNode: false })
      await openTunnel(id, 'first', 0)
      await closeTunnel('first')
      await storeAgent(0, { servesNode: true })
      await openTunnel(id, 'second', 0)
      expect(await connectionOf(id)).toBe('second')
    })

    it('is refused while another one has had the tunnel, until that is revoked', async () => {
      const [one, other] = [await storeAgent(0, {}), await storeAgent(0, {})]
      await openTunnel(one.id, 'one', 0)
      await closeTunnel('one')
      await expect(openTunnel(other.id, 'other', 0)).rejects.toMatchObject(refused)
      expect(await connectionOf(other.id)).toBeNull()
      await transact([deleteItem(agentKey(one.id))])
      await openTunnel(other.id, 'other', 0)
      expect(await connectionOf(other.id)).toBe('other')
    })

    it('goes to one of ten at once', async () => {
      const agents = await Promise.all(
        Array.from({ length: 10 }, () => storeAgent(0, {})),
      )
      await Promise.allSettled(agents.map(({ id }) => openTunnel(id, id, 0)))
      const open = (await allAgents()).filter((agent) => agent.tunnelConnectionId)
      expect(open).toHaveLength(1)
    })
  })

  it('fails where the agent cannot be read, and is refused for one that was revoked', async () => {
    const { bearer } = await storeAgent()
    const { TABLE_NAME = '' } = process.env
    vi.stubEnv('TABLE_NAME', '')
    const headers = { authorization: `Bearer ${bearer}` }
    await expect(handler(event('CONNECT', 'new', headers))).rejects.toThrow()
    await expect(closeTunnel('new')).rejects.toThrow()
    vi.stubEnv('TABLE_NAME', TABLE_NAME)
    await expect(openTunnel('revoked', 'new', 0)).rejects.toMatchObject({
      kind: 'unauthenticated',
    })
  })
})
