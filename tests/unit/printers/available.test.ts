import { describe, expect, it } from 'vitest'
import { type AgentRecord, agentKey } from '../../../shared/agents/agents.ts'
import { availablePrinters } from '../../../shared/printers/available.ts'

const nowMs = 1_000_000

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
    const available = availablePrinters([agentSeen(lastSeenMs, 'oven')], nowMs)
    expect(available.has('oven')).toBe(isAvailable)
  })

  it('that several agents report is reached through the one with the latest heartbeat', () => {
    const earlier = agentSeen(nowMs - 2, 'oven', 'grill')
    const later = agentSeen(nowMs - 1, 'oven')
    for (const agents of [
      [earlier, later],
      [later, earlier],
    ]) {
      const available = availablePrinters(agents, nowMs)
      expect(available.get('oven')).toBe(later)
      expect(available.get('grill')).toBe(earlier)
    }
  })
})
