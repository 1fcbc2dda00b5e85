import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { QueueCredentials } from '../../shared/paper/queue/print-job.ts'
import type { Cloud } from '../cloud.ts'
import { httpsAgent } from '../proxy.ts'

/** Time for which a message is hidden on its way to an agent, which may have died. */
const arrivalSeconds = 4

/** Time for which a message in the agent's hands is hidden, unless it is extended. */
export const inProgressSeconds = 8

const longPollSeconds = 20
const receiveBatch = 10

/** Without it, a call on a connection that was lost silently would wait forever. */
const timeouts = {
  connectionTimeout: 10_000,
  requestTimeout: (longPollSeconds + 10) * 1_000,
  throwOnRequestTimeout: true,
}

export type Queue = Awaited<ReturnType<typeof openQueue>>

/** Opens the agent's own FIFO queue. Its credentials are renewed before they expire. */
export async function openQueue(
  cloud: Pick<Cloud, 'credentials' | 'nowMs'>,
  signal: AbortSignal,
) {
  const first = await cloud.credentials(signal)
  let unused: QueueCredentials | undefined = first
  const client = new SQSClient({
    region: first.region,
    ...(first.endpoint && { endpoint: first.endpoint }),
    requestHandler: { ...timeouts, httpsAgent: httpsAgent() },
    // The SDK calls this again five minutes before the expiration.
    credentials: async () => {
      const fetched = unused ?? (await cloud.credentials(AbortSignal.timeout(60_000)))
      unused = undefined
      return {
        accessKeyId: fetched.accessKeyId,
        secretAccessKey: fetched.secretAccessKey,
        ...(fetched.sessionToken && { sessionToken: fetched.sessionToken }),
        // By this machine's clock, which the SDK compares it with.
        expiration: new Date(Date.now() + fetched.expiresAtMs - cloud.nowMs()),
      }
    },
  })
  const QueueUrl = first.queueUrl

  return {
    /** Waits up to 20 s for messages; with `isFirst` not at all, so that it says it works. */
    receive: async (abortSignal: AbortSignal, isFirst: boolean): Promise<Message[]> => {
      const command = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: receiveBatch,
        WaitTimeSeconds: isFirst ? 0 : longPollSeconds,
        VisibilityTimeout: arrivalSeconds,
      })
      return (await client.send(command, { abortSignal })).Messages ?? []
    },
    /** Sets the visibility timeout, counted from now. */
    hide: async ({ ReceiptHandle }: Message, seconds: number) => {
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl,
          ReceiptHandle,
          VisibilityTimeout: seconds,
        }),
      )
    },
    remove: async ({ ReceiptHandle }: Message) => {
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    },
  }
}
