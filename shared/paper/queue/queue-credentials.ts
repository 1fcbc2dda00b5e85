import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { abortOnTimeout, awsTimeouts } from '../../deployment/aws-timeouts.ts'
import { resources } from '../../deployment/resources.ts'
import type { QueueCredentials } from './print-job.ts'
import { queueNameOf } from './print-queues.ts'

type Credentials = Omit<QueueCredentials, 'queueUrl'>

/** AWS allows no longer session to a role that was assumed by another role. */
const credentialTtlSeconds = 60 * 60

/**
 * Credentials for an agent's own queue (POST /agents/credentials), valid for an hour. On
 * one machine they are fixed ones.
 */
export const queueCredentials = (
  agentId: string,
  nowMs: number,
): Credentials | Promise<Credentials> => {
  const endpoint = resources.localQueuesEndpoint()
  return endpoint === '' ? assumedRole(agentId) : localCredentials(endpoint, nowMs)
}

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

async function assumedRole(agentId: string): Promise<Credentials> {
  const { Credentials: issued } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: resources.agentRoleArn(),
      RoleSessionName: `agent-${agentId}`,
      DurationSeconds: credentialTtlSeconds,
      Policy: JSON.stringify(queuePolicy(queueArn(agentId))),
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

/** The role may use every agent's queue; this policy limits its session to one. */
const queuePolicy = (queue: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
      Resource: queue,
    },
  ],
})

/** A queue is in the account and region of its dead-letter queue. */
const queueArn = (agentId: string) =>
  resources.printDlqArn().replace(/[^:]+$/, queueNameOf(agentId))
