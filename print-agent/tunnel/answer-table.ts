import * as z from 'zod'
import { answerRecords } from '../../shared/agents/protocol/answer-records.ts'
import { signedHeaders } from '../../shared/aws-call.ts'
import type { QueueCredentials } from '../../shared/paper/queue/print-job.ts'
import type { Cloud } from '../cloud.ts'
import { log } from '../log.ts'

/** A customer waits at the till: soon enough for the answer to go by HTTPS. */
const attemptMs = 3_000

/** A firewall that drops the calls would otherwise cost every answer that time. */
const pauseMs = 5 * 60_000

type Table = NonNullable<QueueCredentials['answers']>

export type AnswerTable = ReturnType<typeof answerTable>

/**
 * Writes answers straight into the cloud's table, so that they need no function: a new AWS
 * account runs ten at once, and those that wait for answers may be all of them. After a call
 * that failed, the table is left alone for five minutes.
 */
export function answerTable({
  latestCredentials,
  nowMs,
}: Pick<Cloud, 'latestCredentials' | 'nowMs'>) {
  let pausedUntilMs = Number.NEGATIVE_INFINITY

  return {
    /** Writes the gzipped answer; false if it has to go by HTTPS. */
    write: async (partition: string, answer: Uint8Array): Promise<boolean> => {
      const credentials = latestCredentials()
      const table = credentials?.answers
      if (!table || nowMs() < pausedUntilMs) return false
      try {
        for (const record of answerRecords(partition, answer, nowMs())) {
          await putIfAbsent(table, record, credentials, nowMs())
        }
        return true
      } catch (error) {
        pausedUntilMs = nowMs() + pauseMs
        log('answer-not-written', { error })
        return false
      }
    },
  }
}

type AnswerRecord = ReturnType<typeof answerRecords>[number]

/** Puts a record that does not exist; a repeated one is ignored. Throws when it is not stored. */
async function putIfAbsent(
  { tableName, endpoint }: Table,
  { pk, sk, parts, bytes, expiresAt }: AnswerRecord,
  credentials: QueueCredentials,
  nowMs: number,
): Promise<void> {
  const body = JSON.stringify({
    TableName: tableName,
    Item: {
      pk: { S: pk },
      sk: { S: sk },
      parts: { N: String(parts) },
      bytes: { B: Buffer.from(bytes).toString('base64') },
      expiresAt: { N: String(expiresAt) },
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  })
  const target = 'DynamoDB_20120810.PutItem'
  const { region } = credentials
  const call = { service: 'dynamodb', region, endpoint, target, body }
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: signedHeaders(call, credentials, nowMs),
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(attemptMs),
  })
  const text = await response.text()
  if (response.ok || isRepeated(text)) return
  throw new Error(`the table returned ${response.status}: ${text.slice(0, 200)}`)
}

const Refusal = z.object({ __type: z.string() })

function isRepeated(text: string): boolean {
  try {
    const { __type } = Refusal.parse(JSON.parse(text))
    return __type.endsWith('#ConditionalCheckFailedException')
  } catch {
    return false
  }
}
