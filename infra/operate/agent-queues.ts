import { DeleteQueueCommand, paginateListQueues, SQSClient } from '@aws-sdk/client-sqs'

/**
 * URLs of the agents' queues of a shop. They are made when an agent enrols, so no stack
 * owns them.
 */
export async function agentQueues(shop: string): Promise<string[]> {
  const prefix = `${shop}-agent-`
  const isAgents = new RegExp(`/${prefix}[0-9a-f-]{36}\\.fifo$`)
  const pages = paginateListQueues(
    { client: new SQSClient({}), pageSize: 1_000 },
    { QueueNamePrefix: prefix },
  )
  const urls: string[] = []
  for await (const { QueueUrls = [] } of pages) {
    urls.push(...QueueUrls.filter((url) => isAgents.test(url)))
  }
  return urls
}

/** Deletes queues by their URLs, with the print jobs in them. */
export async function deleteQueues(urls: readonly string[]): Promise<void> {
  const client = new SQSClient({})
  for (const QueueUrl of urls) await client.send(new DeleteQueueCommand({ QueueUrl }))
}
