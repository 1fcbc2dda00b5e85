import { type Acknowledgment, ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib'
import { AccountPrincipal, Role } from 'aws-cdk-lib/aws-iam'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledgePattern, allow, type Grant } from './grant.ts'

/**
 * The print queues. Each agent's FIFO queue is made when the agent enrols and goes when it
 * is revoked, so the stack owns only what they share: the name they begin with, the queue
 * of jobs that no agent could read, and the role that an agent's credentials are cut from.
 */
export class PrintQueues extends Construct {
  readonly deadLetters: Queue
  readonly #prefix: string
  readonly #agentRole: Role

  constructor(scope: Construct, id: string, shop: string) {
    super(scope, id)
    this.#prefix = `${shop}-agent-`
    this.deadLetters = new Queue(this, 'DeadLetters', {
      // Outside the prefix, so that no agent's credentials ever open it.
      queueName: `${shop}-dead-print-jobs.fifo`,
      fifo: true,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    Validations.of(this.deadLetters).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        "It is the dead-letter queue itself, of the queues made at agents' enrolment.",
    })
    this.#agentRole = new Role(this, 'Agent', {
      description: 'An on-site agent; its session is narrowed to its own queue',
      // The account's own policies decide: of the functions, only those that keep queues may.
      assumedBy: new AccountPrincipal(Stack.of(this).account),
    })
    this.#agentRole.addToPolicy(
      allow(
        ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
        this.#anyQueue(),
      ),
    )
    Validations.of(this.#agentRole).acknowledge(this.#underPrefix)
  }

  /** Sending jobs to any agent's queue. */
  grantSend(): Grant {
    return {
      environment: this.#addresses(),
      statements: [allow(['sqs:SendMessage'], this.#anyQueue())],
      acknowledged: [this.#underPrefix],
    }
  }

  /** Making and removing agents' queues, and cutting credentials for them. */
  grantManage(): Grant {
    return {
      environment: {
        ...this.#addresses(),
        PRINT_DLQ_ARN: this.deadLetters.queueArn,
        AGENT_ROLE_ARN: this.#agentRole.roleArn,
      },
      statements: [
        allow(['sqs:CreateQueue', 'sqs:DeleteQueue'], this.#anyQueue()),
        allow(['sts:AssumeRole'], this.#agentRole.roleArn),
      ],
      acknowledged: [this.#underPrefix],
    }
  }

  #addresses() {
    const { region, account, urlSuffix } = Stack.of(this)
    return {
      PRINT_QUEUES_URL: `https://sqs.${region}.${urlSuffix}/${account}`,
      PRINT_QUEUE_PREFIX: this.#prefix,
    }
  }

  get #underPrefix(): Acknowledgment {
    return acknowledgePattern(
      `arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:${this.#prefix}*`,
      'A queue is made for each agent that enrols, so only their prefix is known.',
    )
  }

  #anyQueue(): string {
    return Stack.of(this).formatArn({
      service: 'sqs',
      resource: `${this.#prefix}*`,
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    })
  }
}
