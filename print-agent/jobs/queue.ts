import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { Cloud } from '../cloud.ts'

/** How long a received message stays hidden unless it is extended. */
export const VISIBILITY_SECONDS = 60

const LONG_POLL_SECONDS = 20
const RECEIVE_BATCH = 10

export type Queue = Awaited<ReturnType<typeof openQueue>>

/** The agent's own FIFO queue; its short-lived credentials are fetched anew in time. */
export async function openQueue(cloud: Pick<Cloud, 'credentials'>, signal: AbortSignal) {
  const first = await cloud.credentials(signal)
  let unused: typeof first | undefined = first
  const client = new SQSClient({
    region: first.region,
    ...(first.endpoint && { endpoint: first.endpoint }),
    // The SDK asks again five minutes before the expiration.
    credentials: async () => {
      const fetched = unused ?? (await cloud.credentials(AbortSignal.timeout(60_000)))
      unused = undefined
      return {
        accessKeyId: fetched.accessKeyId,
        secretAccessKey: fetched.secretAccessKey,
        ...(fetched.sessionToken && { sessionToken: fetched.sessionToken }),
        expiration: new Date(fetched.expiresAtMs),
      }
    },
  })
  const QueueUrl = first.queueUrl

  return {
    receive: async (abortSignal: AbortSignal): Promise<Message[]> => {
      const command = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: RECEIVE_BATCH,
        WaitTimeSeconds: LONG_POLL_SECONDS,
        VisibilityTimeout: VISIBILITY_SECONDS,
      })
      return (await client.send(command, { abortSignal })).Messages ?? []
    },
    /** Hides the message for that long from now; 0 hands it back at once. */
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
