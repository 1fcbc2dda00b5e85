import { readFile } from 'node:fs/promises'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda'
import { replaceFile } from '../../shared/atomic-file.ts'
import { backoffMs } from '../../shared/backoff.ts'
import { changeOf } from '../../shared/events/changes/committed-change.ts'
import {
  type FollowedRecords,
  isFollowed,
} from '../../shared/events/changes/followed-records.ts'
import { pause } from '../../shared/pause.ts'

/** As the cloud's mapping has it, see `infra/cloud/stream.ts`. */
const maxBatch = 100

/** Interval at which an idle stream is read, unless `nudge` is called. */
const idleMs = 1_000

/** Writes of one moment become one batch. */
const gatherMs = 15

/** Pauses before a batch that failed is tried again. */
const retry = { baseMs: 50, capMs: 10_000 }

/** The last sequence number of each shard that was read. */
type Positions = Record<string, string>

type Stream = {
  readonly endpoint: string
  readonly tableName: string
  readonly followed: FollowedRecords
  /** Invokes the worker with `{ Records }`. */
  readonly invoke: (event: unknown) => Promise<unknown>
  /**
   * File in which the position survives a restart; without it, each start reads from the
   * beginning.
   */
  readonly positionFile?: string | undefined
}

/**
 * Invokes a worker with the changes of the table, as an event-source mapping of Lambda does: in
 * order, a batch of records that pass the filter at a time, and again until it succeeds. A
 * batch whose invocation throws is halved.
 */
export function followStream({
  endpoint,
  tableName,
  followed,
  invoke,
  positionFile,
}: Stream) {
  const stop = new AbortController()
  let woken = new AbortController()
  const call = streamsApi(endpoint)

  const follow = async () => {
    const stream = await streamArn(endpoint, tableName)
    const saved = await savedPositions(positionFile)
    const positions: Positions = saved.stream === stream ? saved.positions : {}
    const save = async (shard: string, sequence: string | undefined) => {
      if (!sequence) return
      positions[shard] = sequence
      if (positionFile) {
        await replaceFile(positionFile, JSON.stringify({ stream, positions }))
      }
    }
    const ended = new Set<string>()
    while (!stop.signal.aborted) {
      const shards = await shardsOf(call, stream)
      // Parents come before their children, so that changes of a record stay in order
      for (const shard of shards.filter((each) => !ended.has(each))) {
        await followShard(stream, shard, positions[shard], (last) => save(shard, last))
        ended.add(shard)
      }
      await untilNudged()
    }
  }

  /** Returns when the shard has ended and all of its records are delivered. */
  const followShard = async (
    stream: string,
    shard: string,
    after: string | undefined,
    save: (last: string | undefined) => Promise<void>,
  ) => {
    let iterator = await iteratorOf(call, stream, shard, after)
    while (iterator && !stop.signal.aborted) {
      const { Records, NextShardIterator }: RecordsPage = await call('GetRecords', {
        ShardIterator: iterator,
      })
      const wanted = Records.filter((record) =>
        isFollowed(followed, changeOf(record).change.key),
      )
      await deliver(wanted, save)
      if (stop.signal.aborted) return
      await save(Records.at(-1)?.dynamodb?.SequenceNumber)
      iterator = NextShardIterator
      if (Records.length === 0) await untilNudged()
    }
  }

  /** Delivers records until each was in a batch that succeeded. */
  const deliver = async (
    records: readonly DynamoDBRecord[],
    save: (last: string | undefined) => Promise<void>,
  ) => {
    let rest = records
    let size = maxBatch
    for (let failures = 0; rest.length > 0 && !stop.signal.aborted; ) {
      const batch = rest.slice(0, size)
      const taken = await takenOf(batch)
      if (taken === undefined) size = Math.max(1, Math.floor(batch.length / 2))
      if (taken === batch.length) [failures, size] = [0, maxBatch]
      else await pause(backoffMs(failures++, retry), stop.signal)
      rest = rest.slice(taken ?? 0)
      await save(batch[(taken ?? 0) - 1]?.dynamodb?.SequenceNumber)
    }
  }

  /**
   * Returns the number of a batch's records that were taken; undefined when the
   * invocation threw.
   */
  const takenOf = async (Records: readonly DynamoDBRecord[]) => {
    try {
      const { batchItemFailures } = (await invoke({ Records })) as DynamoDBBatchResponse
      const failed = new Set(batchItemFailures.map((each) => each.itemIdentifier))
      const first = Records.findIndex(({ dynamodb }) =>
        failed.has(String(dynamodb?.SequenceNumber)),
      )
      return first === -1 ? Records.length : first
    } catch (error) {
      console.error('stream:', error)
      return undefined
    }
  }

  const untilNudged = async () => {
    await pause(idleMs, AbortSignal.any([stop.signal, woken.signal]))
    if (woken.signal.aborted) await pause(gatherMs, stop.signal)
    woken = new AbortController()
  }

  const untilStopped = async () => {
    while (!stop.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (!stop.signal.aborted) console.error('stream:', error)
      })
      await pause(idleMs, stop.signal)
    }
  }
  const following = untilStopped()
  return {
    /** Has the stream read soon: something may have been written. */
    nudge: () => woken.abort(),
    close: async (): Promise<void> => {
      stop.abort()
      await following
    },
  }
}

type RecordsPage = {
  readonly Records: readonly DynamoDBRecord[]
  readonly NextShardIterator?: string
}

type StreamsApi = ReturnType<typeof streamsApi>

/**
 * Calls DynamoDB Streams of an engine, which takes any signature. Its JSON goes into the
 * worker's event as it is, which is also how Lambda makes it: the SDK would parse it.
 */
const streamsApi =
  (endpoint: string) =>
  async <Output>(operation: string, input: object): Promise<Output> => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
        'x-amz-date': '20260101T000000Z',
        authorization:
          'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, ' +
          'SignedHeaders=host, Signature=local',
      },
      body: JSON.stringify(input),
    })
    const output = (await response.json()) as Output & { __type?: string }
    if (response.ok) return output
    throw Object.assign(new Error(JSON.stringify(output)), {
      name: output.__type?.split('#').pop() ?? operation,
    })
  }

async function streamArn(endpoint: string, TableName: string): Promise<string> {
  const { Table } = await new DynamoDBClient({ endpoint }).send(
    new DescribeTableCommand({ TableName }),
  )
  if (!Table?.LatestStreamArn) throw new Error(`the table ${TableName} has no stream`)
  return Table.LatestStreamArn
}

async function shardsOf(call: StreamsApi, StreamArn: string): Promise<string[]> {
  const { StreamDescription } = await call<{
    StreamDescription: { Shards?: { ShardId: string }[] }
  }>('DescribeStream', { StreamArn })
  return (StreamDescription.Shards ?? []).map(({ ShardId }) => ShardId)
}

/** Returns the first record after a position; the oldest if there is none any more. */
async function iteratorOf(
  call: StreamsApi,
  StreamArn: string,
  ShardId: string,
  after: string | undefined,
): Promise<string | undefined> {
  const from = async (position: object) => {
    const input = { StreamArn, ShardId, ...position }
    return (await call<{ ShardIterator?: string }>('GetShardIterator', input))
      .ShardIterator
  }
  try {
    if (after !== undefined) {
      return await from({
        ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
        SequenceNumber: after,
      })
    }
  } catch (error) {
    if ((error as Error).name !== 'TrimmedDataAccessException') throw error
  }
  return from({ ShardIteratorType: 'TRIM_HORIZON' })
}

async function savedPositions(
  file: string | undefined,
): Promise<{ stream?: string; positions: Positions }> {
  const text = file && (await readFile(file, 'utf8').catch(() => undefined))
  return text ? JSON.parse(text) : { positions: {} }
}
