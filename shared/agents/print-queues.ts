import {
  CreateQueueCommand,
  DeleteQueueCommand,
  QueueDoesNotExist,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { abortOnTimeout, awsTimeouts } from '../deployment/aws-timeouts.ts'
import { resources } from '../deployment/resources.ts'
import { hashed } from '../dynamodb/keys.ts'
import type { PrintJob } from './protocol/print-job.ts'

/** A message that was taken this often and never acknowledged is no job an agent can do. */
const maxReceives = 5

const client = new SQSClient({
  requestHandler: awsTimeouts,
})

/** The name of an agent's queue. */
export const queueNameOf = (agentId: string) =>
  `${resources.printQueuePrefix()}${agentId}.fifo`

/**
 * The address of an agent's queue. It follows from the deployment and the agent, so no
 * record holds one that a moved service would make wrong.
 */
export const queueUrlOf = (agentId: string) =>
  `${resources.printQueuesUrl()}/${queueNameOf(agentId)}`

/** Makes an agent's FIFO queue, unless it is there. */
export async function createPrintQueue(agentId: string): Promise<void> {
  await client.send(
    new CreateQueueCommand({
      QueueName: queueNameOf(agentId),
      Attributes: {
        FifoQueue: 'true',
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: resources.printDlqArn(),
          maxReceiveCount: maxReceives,
        }),
      },
    }),
    abortOnTimeout(),
  )
}

/** Removes an agent's queue with the jobs in it; one that is gone already is no fault. */
export async function deletePrintQueue(agentId: string): Promise<void> {
  try {
    await client.send(
      new DeleteQueueCommand({ QueueUrl: queueUrlOf(agentId) }),
      abortOnTimeout(),
    )
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error
  }
}

/** Sends a job to its agent. The jobs of one printer stay in order; one sent twice counts once. */
export async function sendJob(agentId: string, job: PrintJob): Promise<void> {
  await client.send(
    new SendMessageCommand({
      QueueUrl: queueUrlOf(agentId),
      MessageBody: JSON.stringify(job),
      // A group's name has at most 128 characters, and not all that a printer's may have.
      MessageGroupId: hashed(job.printerName),
      MessageDeduplicationId: job.id,
    }),
    abortOnTimeout(),
  )
}
