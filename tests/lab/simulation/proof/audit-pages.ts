import type { Client } from '../shop/client.ts'
import type { Page } from '../shop/page.ts'
import { type Audited, noteAudited, outcomeOf } from '../shop/trail.ts'
import type { World } from '../shop/world.ts'
import type { Findings } from './records.ts'

/** Readings that failed are repeated within it, and sockets opened again. In ms. */
const repeatedMs = 90_000
/** A change is on every page within it; the stream takes a second of it. In ms. */
const promptMs = 5_000

const heartbeat = { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }

/**
 * Compares what open pages hold with what a fresh reading gives, once faults have ended: after
 * the next heartbeat, though frames were lost, and then within five seconds of each change.
 */
export async function auditPages(
  world: World,
  pages: readonly Page[],
  client: Client,
  findings: Findings,
): Promise<void> {
  const { cloud } = world
  const { scheduler } = cloud
  await scheduler.sleep(repeatedMs)
  for (const page of pages) page.checkTold()
  await Promise.all(pages.map((page) => page.keepOpen()))
  await scheduler.sleep(repeatedMs)
  for (const page of pages) page.isDeaf = true
  await changesOf(world, client)[0]?.()
  await settle(world)
  for (const page of pages) page.isDeaf = false
  await cloud.invoke('watchers', heartbeat)
  await settle(world)
  await compare(pages, client, findings, 'after a heartbeat')
  for (const [at, change] of changesOf(world, client).slice(1).entries()) {
    await change()
    await settle(world)
    await compare(pages, client, findings, `after change ${at + 1}`)
  }
  for (const page of pages) page.close()
}

/** A change of each kind, by the office or another till. */
function changesOf(world: World, client: Client): (() => Promise<void>)[] {
  const { taxes, roleId } = world.shop
  const taxId = taxes[0]?.id ?? ''
  const change = async (
    kind: Audited['kind'],
    subject: string | null,
    ...[method, path, body]: [string, string, object]
  ) => {
    const answer = await client.send(method, path, body)
    noteAudited(world, kind, subject, outcomeOf(answer, false))
  }
  const [name, pin] = ['Newcomer', '7531']
  return [
    () => change('tax', taxId, 'PUT', `/taxes/${taxId}`, { ratePercent: 11 }),
    () => change('config', null, 'PUT', '/config', { businessName: 'At the corner' }),
    () => change('catalog', name, 'POST', '/categories', { name, type: 'product' }),
    () => change('user', name, 'POST', '/users', { name, pin, role: roleId }),
  ]
}

async function settle({ cloud }: World): Promise<void> {
  const { scheduler } = cloud
  while (!cloud.isIdle || !cloud.stream.isRead) await scheduler.sleep(100)
  await scheduler.sleep(promptMs)
}

/** The parts of /till-data, each beside the list that has it, too. */
async function compare(
  pages: readonly Page[],
  client: Client,
  findings: Findings,
  when: string,
): Promise<void> {
  const read = async (path: string) => (await client.send('GET', path))?.body
  const answer = await client.send('GET', '/till-data')
  const fresh = answer?.body
  findings.equal('reading /till-data', answer?.status, 200)
  const { shift } = (await read('/till-data/now')) ?? {}
  const lists = {
    config: (await read('/config')) as unknown,
    taxes: (await read('/taxes')) as unknown,
    users: (await read('/users/public')) as unknown,
    dishes: ((await read('/dishes')) || []) as unknown,
  }
  for (const [part, list] of Object.entries(lists)) {
    findings.equal(`${part} of /till-data ${when}`, fresh?.[part], list)
  }
  for (const [at, { known }] of pages.entries()) {
    const name = `page ${at + 1} ${when}`
    findings.isTrue(`${name} is open`, known !== undefined)
    for (const [part, value] of Object.entries(known?.data ?? {})) {
      // A version that moved by a change that came twice changes nothing
      if (part === 'version') continue
      findings.equal(`${part} of ${name}`, sorted(value), sorted(fresh?.[part]))
    }
    findings.equal(`shift of ${name}`, known?.isShiftOpen, shift !== null)
  }
}

/** Rows that were changed keep their place in a page. */
const sorted = (value: unknown) =>
  Array.isArray(value)
    ? [...(value as { readonly id?: string }[])].sort((one, other) =>
        String(one.id) < String(other.id) ? -1 : 1,
      )
    : value
