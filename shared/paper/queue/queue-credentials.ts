import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { abortOnTimeout, awsTimeouts } from '../../platform/deployment/aws-timeouts.ts'
import { resources } from '../../platform/deployment/resources.ts'
import type { QueueCredentials } from './print-job.ts'
import { queueNameOf } from './print-queues.ts'

type Credentials = Omit<QueueCredentials, 'queueUrl'>

/** AWS allows no longer session to a role that was assumed by another role. */
const credentialTtlSeconds = 60 * 60

/**
 * Items that an agent may put into the table: these partitions, a pattern that ends in
 * `*`, with these attributes.
 */
export type WritableAnswers = {
  readonly partitions: string
  readonly attributes: readonly string[]
}

/**
 * Credentials for an agent's own queue and its answers (POST /agents/credentials), valid for
 * an hour. On one machine they are fixed ones.
 */
export async function queueCredentials(
  agentId: string,
  nowMs: number,
  answers?: WritableAnswers,
): Promise<Credentials> {
  const endpoint = resources.localQueuesEndpoint()
  const credentials =
    endpoint === ''
      ? await assumedRole(agentId, answers)
      : localCredentials(endpoint, nowMs)
  return { ...credentials, ...(answers && { answers: answersTable() }) }
}

const answersTable = () => ({
  tableName: resources.tableName(),
  endpoint: resources.localTableEndpoint() || tableEndpoint(resources.printQueuesUrl()),
})

/** The address of DynamoDB in the region of the queues; a partition of AWS has its own domain. */
const tableEndpoint = (queuesUrl: string) =>
  new URL(queuesUrl).origin.replace('//sqs.', '//dynamodb.')

const localCredentials = (endpoint: string, nowMs: number): Credentials => ({
  region: resources.region(),
  endpoint,
  accessKeyId: 'local',
  secretAccessKey: 'local',
  sessionToken: null,
  expiresAtMs: nowMs + credentialTtlSeconds * 1000,
})

const sts = new STSClient({
  requestHandler: awsTimeouts,
})

async function assumedRole(
  agentId: string,
  answers: WritableAnswers | undefined,
): Promise<Credentials> {
  const { Credentials: issued } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: resources.agentRoleArn(),
      RoleSessionName: `agent-${agentId}`,
      DurationSeconds: credentialTtlSeconds,
      Policy: JSON.stringify(sessionPolicy(agentId, answers)),
    }),
    abortOnTimeout(),
  )
  if (!issued?.AccessKeyId || !issued.SecretAccessKey || !issued.SessionToken) {
    throw new Error('STS returned no credentials')
  }
  return {
    region: resources.region(),
    endpoint: null,
    accessKeyId: issued.AccessKeyId,
    secretAccessKey: issued.SecretAccessKey,
    sessionToken: issued.SessionToken,
    expiresAtMs: issued.Expiration?.getTime() ?? Date.now(),
  }
}

/**
 * The role may use every agent's queue and answers; this policy limits its session to those
 * of one agent.
 */
const sessionPolicy = (agentId: string, answers: WritableAnswers | undefined) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
      Resource: arnBesideDlq('sqs', queueNameOf(agentId)),
    },
    ...(answers ? [answersStatement(answers)] : []),
  ],
})

/** Without the last condition IAM would allow a call that names no partition or attribute. */
const answersStatement = ({ partitions, attributes }: WritableAnswers) => ({
  Effect: 'Allow',
  Action: 'dynamodb:PutItem',
  Resource: arnBesideDlq('dynamodb', `table/${resources.tableName()}`),
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
    Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
  },
})

/** Queues and table are in the account and region of the dead-letter queue. */
function arnBesideDlq(service: string, resource: string): string {
  const [arn, partition, , region, account] = resources.printDlqArn().split(':')
  return [arn, partition, service, region, account, resource].join(':')
}
