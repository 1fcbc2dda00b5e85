import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Pos } from '../../../shared/client/pos.ts'
import type { Sample, Series } from './flatness.ts'
import { type ProcessUse, processUses } from './processes.ts'
import type { RunningSystem } from './system.ts'

/** Largest growth of each figure a minute. */
const maxSlopes = {
  held: { unit: 'MB', maxSlope: 2 },
  resident: { unit: 'MB', maxSlope: 6 },
  descriptors: { unit: 'descriptors', maxSlope: 2 },
  jobs: { unit: 'jobs', maxSlope: 3 },
} as const

/** Resources that the system holds at one moment. */
export type Gauge = {
  readonly processes: readonly ProcessUse[]
  /** Print jobs that wait, over all agents. */
  readonly queued: number
  /** Messages in the dead-letter queue. */
  readonly dead: number
  readonly engineMb: number
}

/** Measures a running system, and keeps what it measured. */
export function openGauges(pos: Pos, { dataDir, queuesEndpoint }: RunningSystem) {
  const sqs = new SQSClient({
    endpoint: queuesEndpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const QueueUrl = `${queuesEndpoint}/000000000000/print-dead.fifo`
  const startMs = performance.now()
  const kept = new Map<string, { kind: keyof typeof maxSlopes; samples: Sample[] }>()

  const keep = (name: string, kind: keyof typeof maxSlopes, value: number) => {
    const minute = (performance.now() - startMs) / 60_000
    const { samples } = kept.get(name) ?? { samples: [] }
    kept.set(name, { kind, samples: [...samples, { minute, value }] })
  }

  return {
    measure: async (): Promise<Gauge> => {
      const [agents, { Attributes }, engineMb] = await Promise.all([
        pos.agents.list(),
        sqs.send(
          new GetQueueAttributesCommand({
            QueueUrl,
            AttributeNames: ['ApproximateNumberOfMessages'],
          }),
        ),
        sizeMb(join(dataDir, 'dynamodb')),
      ])
      const processes = processUses()
      for (const { name, residentMb, heldMb, descriptors } of processes) {
        if (heldMb === undefined) keep(`resident ${name}`, 'resident', residentMb)
        else keep(`memory held by ${name}`, 'held', heldMb)
        keep(`descriptors of ${name}`, 'descriptors', descriptors)
      }
      const queued = agents.reduce((sum, { queueDepth }) => sum + (queueDepth ?? 0), 0)
      const dead = Number(Attributes?.ApproximateNumberOfMessages)
      keep('print queues', 'jobs', queued)
      keep('dead-letter queue', 'jobs', dead)
      return { processes, queued, dead, engineMb }
    },
    series: (): Series[] =>
      [...kept].map(([name, { kind, samples }]) => ({
        name,
        samples,
        ...maxSlopes[kind],
      })),
  }
}

async function sizeMb(directory: string): Promise<number> {
  const names = await readdir(directory)
  const sizes = await Promise.all(
    // The journal of a transaction may be gone by now.
    names.map((name) => stat(join(directory, name)).catch(() => ({ size: 0 }))),
  )
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1024 / 1024
}
