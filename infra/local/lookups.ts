import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSBatchResponse } from 'aws-lambda'

/** Time for which a message stays hidden after its work failed; longer than the work takes. */
const hiddenSeconds = 30

/**
 * Makes the queue of invoices to look up, and invokes a worker with its messages, as an event-source
 * mapping of Lambda does: what the worker has done is deleted, the rest comes again.
 */
export async function followLookups(
  { endpoint, name }: { readonly endpoint: string; readonly name: string },
  invoke: (event: unknown) => Promise<unknown>,
) {
  const client = new SQSClient({ endpoint })
  const stop = new AbortController()
  const QueueUrl = `${endpoint}/000000000000/${name}`
  const Attributes = { VisibilityTimeout: String(hiddenSeconds) }
  await client.send(new CreateQueueCommand({ QueueName: name, Attributes }))

  const takeBatch = async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 20,
      }),
      { abortSignal: stop.signal },
    )
    if (Messages.length === 0) return
    const Records = Messages.map(({ MessageId, Body }) => ({
      messageId: MessageId,
      body: Body,
    }))
    const { batchItemFailures } = (await invoke({ Records })) as SQSBatchResponse
    const failed = new Set(batchItemFailures.map((each) => each.itemIdentifier))
    for (const { MessageId = '', ReceiptHandle } of Messages) {
      if (failed.has(MessageId)) continue
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    }
  }

  const follow = async () => {
    while (!stop.signal.aborted) {
      await takeBatch().catch((error: unknown) => {
        if (!stop.signal.aborted) console.error('lookups:', error)
      })
    }
  }
  const following = follow()
  return {
    queueUrl: QueueUrl,
    close: async (): Promise<void> => {
      stop.abort()
      await following
      client.destroy()
    },
  }
}
