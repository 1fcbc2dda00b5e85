import { Duration, Validations } from 'aws-cdk-lib'
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { allow, type Grant } from './grant.ts'

/** Longer than the worker may run, or a message would come again meanwhile. */
const hiddenFor = Duration.minutes(6)

/** A lookup is of no use any more, and the schedule finds the payment. */
const kept = Duration.hours(1)

/**
 * The queue of invoices to look up, for a node that is called directly: messages are delayed until
 * an invoice is due, and nothing runs while none is open.
 */
export class Lookups extends Construct {
  readonly #queue: Queue

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.#queue = new Queue(this, 'Invoices', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: hiddenFor,
      retentionPeriod: kept,
    })
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'A look-up that was lost needs no repair: the schedule makes it within five minutes.',
    })
  }

  grantSend(): Grant {
    return {
      environment: { LOOKUPS_QUEUE_URL: this.#queue.queueUrl },
      statements: [allow(['sqs:SendMessage'], this.#queue.queueArn)],
    }
  }

  grantConsume(): Grant {
    const actions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes']
    return { statements: [allow(actions, this.#queue.queueArn)] }
  }

  /** Invokes a function with the messages; with few at a time, as a shop has few invoices open. */
  follow(target: IFunction): void {
    new EventSourceMapping(this, 'Mapping', {
      target,
      eventSourceArn: this.#queue.queueArn,
      batchSize: 10,
      maxConcurrency: 2,
      reportBatchItemFailures: true,
    })
  }
}
