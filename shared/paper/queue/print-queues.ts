import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  QueueDoesNotExist,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { furtherShop } from '../../current-shop.ts'
import { logger } from '../../logger.ts'
import { abortOnTimeout, awsTimeouts } from '../../platform/deployment/aws-timeouts.ts'
import { resources } from '../../platform/deployment/resources.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import { isUuid } from '../../uuid.ts'
import { messageOf, type PrintJob } from './print-job.ts'

/**
 * A message received so often and never deleted goes to the dead-letter queue. An agent that
 * is restarted again and again receives a job once a second at most, so no job gets there
 * before its TTL of 600 s. It is the most that SQS allows.
 */
const maxReceives = 1_000

const client = new SQSClient({
  requestHandler: awsTimeouts,
})

/**
 * The name of an agent's queue. With a further shop's id in it, the agent's is in base64, as
 * a name has 80 characters at most.
 */
export function queueNameOf(agentId: string): string {
  const shop = furtherShop()
  const name = shop ? `${shop.id}-${shortened(agentId)}` : agentId
  return `${resources.printQueuePrefix()}${name}.fifo`
}

const shortened = (uuid: string) =>
  Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')

/**
 * The URL of an agent's queue. It is computed and not stored: a stored one would be wrong
 * once the deployment's queues have another address.
 */
export const queueUrlOf = (agentId: string) =>
  `${resources.printQueuesUrl()}/${queueNameOf(agentId)}`

/** Creates an agent's FIFO queue, unless it exists. */
export async function createPrintQueue(agentId: string): Promise<void> {
  await client.send(
    new CreateQueueCommand({
      QueueName: queueNameOf(agentId),
      Attributes: {
        FifoQueue: 'true',
        RedrivePolicy: redrivePolicy(),
      },
    }),
    abortOnTimeout(),
  )
}

/** Gives a queue that was created by an earlier release the settings of this one. */
export const updatePrintQueue = (agentId: string): Promise<void> =>
  unlessDeleted(
    client.send(
      new SetQueueAttributesCommand({
        QueueUrl: queueUrlOf(agentId),
        Attributes: { RedrivePolicy: redrivePolicy() },
      }),
      abortOnTimeout(),
    ),
  )

/** A queue is deleted while its agent is being revoked. */
async function unlessDeleted(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error
  }
}

const redrivePolicy = () =>
  JSON.stringify({
    deadLetterTargetArn: resources.printDlqArn(),
    maxReceiveCount: maxReceives,
  })

/**
 * Returns the number of jobs in an agent's queue, those in the agent's hands included;
 * approximately, as SQS counts.
 */
export async function readQueueDepth(agentId: string): Promise<number> {
  const { Attributes: counted = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrlOf(agentId),
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
      ],
    }),
    abortOnTimeout(),
  )
  const { ApproximateNumberOfMessages: waiting = 0 } = counted
  return Number(waiting) + Number(counted.ApproximateNumberOfMessagesNotVisible ?? 0)
}

/** Deletes an agent's queue, if it exists, with the jobs in it. */
export const deletePrintQueue = (agentId: string): Promise<void> =>
  unlessDeleted(
    client.send(
      new DeleteQueueCommand({ QueueUrl: queueUrlOf(agentId) }),
      abortOnTimeout(),
    ),
  )

/**
 * Sends a job to its agent's queue. The jobs of one printer stay in order, and a job that is
 * sent twice is received once.
 */
export async function sendJob(agentId: string, job: PrintJob): Promise<void> {
  await client.send(
    new SendMessageCommand({
      QueueUrl: queueUrlOf(agentId),
      MessageBody: messageOf(job),
      // A group id has at most 128 characters and allows fewer of them than a printer's name.
      MessageGroupId: hashed(job.printerName),
      MessageDeduplicationId: job.id,
    }),
    abortOnTimeout(),
  )
  const { ticketId } = job.ticket
  logger.info('print-job-sent', {
    jobId: job.id,
    agentId,
    // A client's own ticket may have any text
    ...(ticketId && isUuid(ticketId) && { ticketId }),
  })
}
