import * as sqs from '@aws-sdk/client-sqs'
import type { connectCloud } from '../../../../print-agent/cloud.ts'
import type { openJournal } from '../../../../print-agent/jobs/journal.ts'
import type { outcomeReports } from '../../../../print-agent/jobs/outcomes.ts'
import type { pullJobs } from '../../../../print-agent/jobs/pull.ts'
import type {
  JobDeps,
  jobClaims,
  jobProgress,
} from '../../../../print-agent/jobs/run-job.ts'
import type { PrinterFailure } from '../../../../print-agent/printers/printer.ts'
import { copyMark } from '../../../../shared/paper/layout/layout.ts'
import type { PrintJob } from '../../../../shared/paper/queue/print-job.ts'
import { Disk } from '../cloud/disk.ts'
import { environment } from '../cloud/environment.ts'
import { Instance } from '../machine/instance.ts'
import { like } from '../machine/modules.ts'
import { agentQueueClient } from './agent-queue.ts'
import { heartbeat } from './opening.ts'
import type { World } from './world.ts'

/** The parts of the real agent that run here. */
type Modules = {
  readonly connectCloud: typeof connectCloud
  readonly jobClaims: typeof jobClaims
  readonly openJournal: typeof openJournal
  readonly outcomeReports: typeof outcomeReports
  readonly jobProgress: typeof jobProgress
  readonly pullJobs: typeof pullJobs
  readonly PrinterFailure: typeof PrinterFailure
}

/** A renderer hands on what it is told to render. */
type Rendered = { readonly job: PrintJob; readonly isCopy: boolean }

/**
 * The agent in the shop, until everything is done. It pulls and prints jobs, claims and
 * reports them as the real one; queue, disk and printers are models. When it dies, it starts
 * again.
 */
export async function runAgent(
  world: World,
  isOver: () => boolean,
  everyMs = 10_000,
): Promise<void> {
  const disk = new Disk(world.cloud.scheduler)
  const isDone = () => isOver() && world.cloud.queues.size === 0
  for (let isFinished = false; !isFinished; ) {
    const agent = agentProcess(world, disk)
    const died = new Promise<false>((resolve) => {
      agent.onKilled = () => {
        world.cloud.countKill()
        // It has forgotten refusals, and prints if it cannot ask again
        for (const [id, claim] of world.claims) {
          if (claim === 'refused') world.claims.delete(id)
        }
        resolve(false)
      }
    })
    const working = work(world, agent, isDone, everyMs).then(() => true)
    isFinished = await Promise.race([working, died])
  }
}

/** Nothing of a process that is dead goes on, whatever it has waited for. */
const unlessDead = <T>({ isAlive }: Instance, value: T): T | Promise<T> =>
  isAlive ? value : new Promise<T>(() => {})

/** The agent is killed, if the seed says so. */
function mayDie({ cloud }: World, agent: Instance, what: string) {
  const fault = cloud.random.chance(0.3) ? cloud.faults.draw(['killed after']) : undefined
  return cloud.scheduler.turn(what).then(() => {
    if (fault !== undefined) agent.kill()
    return unlessDead(agent, undefined)
  })
}

function agentProcess(world: World, disk: Disk): Instance {
  const { cloud, shop } = world
  const request = async (url: string, init: { readonly body?: unknown } = {}) => {
    const { status, body } = await cloud.request({
      method: 'POST',
      path: url.replace('https://shop', ''),
      body: init.body,
      headers: { authorization: `Bearer ${shop.agentToken}` },
    })
    const [, claimed] = url.match(/jobs\/(.*)\/begin$/) ?? []
    if (claimed) {
      if (status < 300) world.claims.set(claimed, 'given')
      // It may also have ended: reported by the agent before it died
      else if (status === 409 && world.cancelled.has(claimed)) {
        world.claims.set(claimed, 'refused')
      }
    }
    const text = body === null ? '' : JSON.stringify(body)
    const headers = new Headers()
    const response = { ok: status < 300, status, headers, text: async () => text }
    return unlessDead(agent, response)
  }
  const agent: Instance = new Instance('agent', {
    scheduler: cloud.scheduler,
    random: cloud.random,
    evaluate: cloud.evaluate,
    environment,
    secrets: '',
    substitutes: (one) => ({
      'node:fs/promises': disk.module((what) => mayDie(world, agent, what)),
      'node:fs': { writeSync: () => 0 },
      '@aws-sdk/client-sqs': like(sqs, { SQSClient: agentQueueClient(cloud, one) }),
    }),
    fetch: () => request,
    log: (line) => cloud.log.push(line),
  })
  return agent
}

async function work(
  world: World,
  agent: Instance,
  isDone: () => boolean,
  everyMs: number,
): Promise<void> {
  const { cloud, shop } = world
  const modules = (await agent.handler({}, {})) as Modules
  const { connectCloud, jobClaims, openJournal, outcomeReports } = modules
  const { jobProgress, pullJobs } = modules
  const api = connectCloud('https://shop', shop.agentToken)
  const journal = await openJournal('/journal', () => agent.nowMs())
  const outcomes = outcomeReports(api, journal)
  const queueUrl = `https://queues/${String(shop.queue.QueueName)}`
  const deps = {
    cloud: { ...api, credentials: async () => ({ ...credentials, queueUrl }) },
    outcomes,
    claim: jobClaims(api),
    journal,
    progress: jobProgress(),
    printers: printersOf(world, agent, modules) as JobDeps['printers'],
    renderers: renderers as unknown as JobDeps['renderers'],
  }
  const stop = new AbortController()
  const never = new AbortController().signal
  await outcomes.sendAll(never)
  const working = [pullJobs(deps, stop.signal), outcomes.keepSending(stop.signal)]
  while (!isDone() && agent.isAlive) {
    const jobs = deps.progress.unreported()
    await api.report({ ...heartbeat, jobs }, never)
    deps.progress.reported(jobs)
    await cloud.scheduler.sleep(cloud.random.below(everyMs))
  }
  stop.abort()
  await Promise.all(working)
  await outcomes.sendAll(never)
}

/** As they are on one machine: the model looks at none of them but the queue. */
const credentials = {
  region: 'us-east-1',
  endpoint: null,
  accessKeyId: 'local',
  secretAccessKey: 'local',
  sessionToken: null,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
}

const renderers = {
  bytes: async ({ job, isCopy }: Rendered) => ({ job, isCopy }),
}

/** Printers put on paper what they get, and fail now and then, before or after that. */
const printersOf = (
  world: World,
  agent: Instance,
  { PrinterFailure }: Modules,
): Pick<JobDeps['printers'], 'print'> => ({
  print: async (_name, document, start) => {
    const { cloud, paper } = world
    const fault = cloud.faults.draw(['refused', 'answer lost'])
    if (fault === 'refused') throw new PrinterFailure('no paper', false)
    await start()
    await mayDie(world, agent, 'printer')
    const { job, isCopy } = document.bytes as unknown as Rendered
    const elements = isCopy ? [copyMark(job.ticket), ...job.elements] : job.elements
    paper.push(JSON.stringify({ ...job, elements }))
    await mayDie(world, agent, 'printer answers')
    if (fault) throw new PrinterFailure('the connection broke', true)
  },
})
