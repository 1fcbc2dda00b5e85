import { describe, expect, it } from 'vitest'
import { type AgentRecord, agentKey } from '../../../shared/agents/agents.ts'
import { reachablePrinters } from '../../../shared/paper/jobs/printer-names.ts'

const nowMs = 100_000_000

const agentSeen = (lastSeenMs: number | null, ...names: string[]): AgentRecord => {
  const id = `0b6fcb8a-9d0e-4d0b-8f6c-${String(lastSeenMs ?? 0).padStart(12, '0')}`
  return {
    ...agentKey(id),
    id,
    name: 'counter',
    enrolmentHash: '',
    secretHash: '',
    queueUrl: '',
    printers: names.map((name) => ({ name, kind: 'system' })),
    version: '1.0.0',
    lastSeenMs,
    tunnelConnectionId: null,
  }
}

describe('a printer', () => {
  it.each([
    ['just reported', nowMs, true],
    ['reported 90 s ago', nowMs - 90_000, true],
    ['reported longer ago', nowMs - 90_001, false],
    ['never reported', null, false],
  ])('that was %s', (_, lastSeenMs, isAvailable) => {
    const reachable = reachablePrinters([agentSeen(lastSeenMs, 'oven')], nowMs)
    expect(reachable.names).toEqual(isAvailable ? ['oven'] : [])
  })

  const agents = (firstSeenMs: number) => [
    { ...agentSeen(nowMs, 'oven'), name: 'new', printersSinceMs: { oven: 20 } },
    { ...agentSeen(firstSeenMs, 'oven'), name: 'old', printersSinceMs: { oven: 10 } },
  ]

  it('that several agents report is not reachable while the first of them is offline', () => {
    const { names, find } = reachablePrinters(agents(nowMs - 100_000), nowMs)
    expect(names).toEqual(['new/oven'])
    expect(find('oven')).toBeUndefined()
  })

  it('goes to the next agent when the first has been silent for a day', () => {
    const { names, find } = reachablePrinters(agents(nowMs - 24 * 3_600_000 - 1), nowMs)
    expect(names).toEqual(['oven'])
    expect(find('oven')?.agent.name).toBe('new')
  })
})
