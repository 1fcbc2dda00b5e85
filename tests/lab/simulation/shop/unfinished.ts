import { Random } from '../machine/random.ts'
import type { Findings } from '../proof/records.ts'
import { Client } from './client.ts'
import type { World } from './world.ts'

/** A run that died holds its key for a minute. */
const lapsesMs = 61_000

/** Each costs time, and the last ones tell as much as all of them. */
const most = 3

/**
 * Repeats the requests whose outcome a client does not know, once faults have ended: each
 * gets its answer. Only a payout may be under way for longer.
 */
export async function finishRequests(world: World, findings: Findings): Promise<void> {
  const { cloud, shop } = world
  const unknown = cloud.unanswered
    .filter(({ body }) => !JSON.stringify(body ?? {}).includes('"invoice"'))
    .slice(-most)
  if (unknown.length === 0) return
  await cloud.scheduler.sleep(lapsesMs)
  const client = new Client(cloud, new Random(1, 'unfinished'), shop.cookies)
  for (const { method, path, body, headers, cookies = [] } of unknown) {
    const key = headers?.['idempotency-key'] ?? ''
    const answer = await client.as(cookies).send(method, path, body, { key })
    findings.isTrue(`nobody learns the answer to ${method} ${path}`, answer !== undefined)
  }
}
