import {
  CreateQueueCommand,
  DeleteQueueCommand,
  QueueDoesNotExist,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { PrintJob } from './printing/job.ts'
import { settings } from './settings.ts'
import { hashed } from './table/keys.ts'

/** A message that was taken this often and never acknowledged is no job an agent can do. */
const mostReceives = 5

const client = new SQSClient({
  // An emulator's queue addresses name a host that does not resolve.
  useQueueUrlAsEndpoint: false,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 4_000 },
})

/** The name of an agent's queue. */
export const queueNameOf = (agentId: string) =>
  `${settings.printQueuePrefix()}${agentId}.fifo`

/** Makes an agent's FIFO queue, unless it is there; answers its address. */
export async function createPrintQueue(agentId: string): Promise<string> {
  const { QueueUrl } = await client.send(
    new CreateQueueCommand({
      QueueName: queueNameOf(agentId),
      Attributes: {
        FifoQueue: 'true',
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: settings.printDlqArn(),
          maxReceiveCount: mostReceives,
        }),
      },
    }),
  )
  if (!QueueUrl) throw new Error('SQS answered no address of the new queue')
  return QueueUrl
}

/** Removes an agent's queue with the jobs in it; one that is gone already is no fault. */
export async function deletePrintQueue(QueueUrl: string): Promise<void> {
  try {
    await client.send(new DeleteQueueCommand({ QueueUrl }))
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error
  }
}

/** Sends a job to its agent. The jobs of one printer stay in order; one sent twice counts once. */
export async function sendJob(QueueUrl: string, job: PrintJob): Promise<void> {
  await client.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify(job),
      // A group's name has at most 128 characters, and not all that a printer's may have.
      MessageGroupId: hashed(job.printerName),
      MessageDeduplicationId: job.id,
    }),
  )
}
