import { type Acknowledgment, ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib'
import { AccountPrincipal, Role } from 'aws-cdk-lib/aws-iam'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledgePattern, allow, type Grant } from './grant.ts'

/**
 * The print queues. An agent's FIFO queue is created when the agent enrols and deleted when
 * it is revoked. The stack owns what the queues share: the name prefix, the dead-letter
 * queue, and the role that agents' temporary credentials are derived from.
 */
export class PrintQueues extends Construct {
  readonly deadLetters: Queue
  readonly #prefix: string
  readonly #agentRole: Role

  constructor(scope: Construct, id: string, shop: string, answers: Grant) {
    super(scope, id)
    this.#prefix = `${shop}-agent-`
    this.deadLetters = new Queue(this, 'DeadLetters', {
      // Without a name of ours: SQS refuses a deleted queue's name for 60 s. CloudFormation's
      // begins with the construct's, outside the prefix of the agents' credentials.
      fifo: true,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    this.#agentRole = new Role(this, 'Agent', {
      description: 'An on-site agent; its session is narrowed to its queue and answers',
      // The functions' own policies decide who may: only those that manage the queues.
      assumedBy: new AccountPrincipal(Stack.of(this).account),
    })
    this.#agentRole.addToPolicy(
      allow(
        ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
        this.#allQueuesArn(),
      ),
    )
    for (const statement of answers.statements ?? []) {
      this.#agentRole.addToPolicy(statement)
    }
    Validations.of(this.#agentRole).acknowledge(this.#underPrefix)
  }

  grantSend(): Grant {
    return {
      environment: this.#environment(),
      statements: [allow(['sqs:SendMessage'], this.#allQueuesArn())],
      acknowledged: [this.#underPrefix],
    }
  }

  /** Permission to create, update, count and delete agents' queues, and to issue credentials for them. */
  grantManage(): Grant {
    return {
      environment: {
        ...this.#environment(),
        PRINT_DLQ_ARN: this.deadLetters.queueArn,
        AGENT_ROLE_ARN: this.#agentRole.roleArn,
      },
      statements: [
        allow(
          [
            'sqs:CreateQueue',
            'sqs:SetQueueAttributes',
            'sqs:GetQueueAttributes',
            'sqs:DeleteQueue',
          ],
          this.#allQueuesArn(),
        ),
        allow(['sts:AssumeRole'], this.#agentRole.roleArn),
      ],
      acknowledged: [this.#underPrefix],
    }
  }

  #environment() {
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

  #allQueuesArn(): string {
    return Stack.of(this).formatArn({
      service: 'sqs',
      resource: `${this.#prefix}*`,
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    })
  }
}
