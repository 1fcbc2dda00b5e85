import type { JobRecord } from '../../../../shared/paper/jobs/job-records.ts'
import { maxJobAgeMs } from '../../../../shared/paper/queue/print-job.ts'
import { Random } from '../machine/random.ts'
import type { Findings } from '../proof/records.ts'
import { runAgent } from './agent.ts'
import { Client } from './client.ts'
import type { World } from './world.ts'

/** In one seed in three a message may be received once only, not a thousand times. */
const givesUpOneIn = 3
const fewReceives = 1

/** Beyond the longest that a job waits for its agent, and the time to report its end. */
const overdueMs = maxJobAgeMs + 2 * 60_000

/** Lets the messages of an agent that keeps dying become dead letters in some seeds. */
export function giveUpEarly({ cloud }: World, seed: number): void {
  if (seed % givesUpOneIn === 0) cloud.queues.mostReceives = fewReceives
}

/** The list has the jobs of the last 24 hours. */
const listedMs = 24 * 60 * 60_000

/** By then an agent that was started has reported. */
const reportsMs = 15_000

type Listed = { readonly id: string; readonly state: string }

/**
 * Checks the jobs whose message is a dead letter. Once such a job is overdue, the list shows it
 * as `failed`, or as `unknown` when an agent had begun it, and a reprint puts it on paper.
 */
export async function lookAtDeadLetters(world: World, findings: Findings): Promise<void> {
  const { cloud, shop } = world
  const dead = new Set(cloud.queues.dead)
  if (dead.size === 0) return
  cloud.scheduler.nowMs += overdueMs
  const client = new Client(cloud, new Random(1, 'dead letters'), shop.cookies)
  const answer = await client.send('GET', '/printers/jobs')
  const listed = ((answer?.body ?? []) as Listed[]).filter(({ id }) => dead.has(id))
  const stored = new Map(
    cloud.table
      .items()
      .filter(({ pk }) => pk === 'PRINT-JOBS')
      .map((item) => item as unknown as JobRecord)
      .map((job) => [job.id, job]),
  )
  findings.equal('status of the list of print jobs', answer?.status, 200)
  const unlisted = [...dead].filter((id) => !listed.some((each) => each.id === id))
  const kept = unlisted.filter(
    (id) => Number(stored.get(id)?.createdAtMs) > cloud.scheduler.nowMs - listedMs,
  )
  findings.equal('dead letters that the list leaves out', kept.join(', '), '')
  for (const { id, state } of listed) {
    const known = stored.get(id)?.state
    const expected =
      known === 'queued' ? 'failed' : known === 'printing' ? 'unknown' : known
    findings.equal(`state of the dead letter ${id}`, state, expected)
    cloud.deadLetters += 1
  }
  const lost = listed.find(({ state }) => state === 'failed' || state === 'unknown')
  if (!lost) return
  const before = world.paper.length
  let isReprinted = false
  const agent = runAgent(world, () => isReprinted)
  // The agent's report says that its printers can be reached again
  await cloud.scheduler.sleep(reportsMs)
  const path = `/printers/jobs/${lost.id}/reprint`
  await client.send('POST', path, undefined, { key: client.random.uuid() })
  isReprinted = true
  await agent
  findings.isTrue(`dead letter ${lost.id} is not reprinted`, world.paper.length > before)
}
