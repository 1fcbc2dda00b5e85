import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { abortOnTimeout, awsTimeouts } from '../deployment/aws-timeouts.ts'
import { resources } from '../deployment/resources.ts'
import { queueNameOf } from './print-queues.ts'
import type { QueueCredentials } from './protocol/credentials.ts'

type Credentials = Omit<QueueCredentials, 'queueUrl'>

/** The most that a role assumed by a role may last. */
const lastsSeconds = 60 * 60

/** Credentials for an agent's own queue; the local queues take fixed ones. */
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
  expiresAtMs: nowMs + lastsSeconds * 1000,
})

const sts = new STSClient({
  requestHandler: awsTimeouts,
})

async function assumedRole(agentId: string): Promise<Credentials> {
  const { Credentials: held } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: resources.agentRoleArn(),
      RoleSessionName: `agent-${agentId}`,
      DurationSeconds: lastsSeconds,
      Policy: JSON.stringify(pulling(queueArn(agentId))),
    }),
    abortOnTimeout(),
  )
  if (!held?.AccessKeyId || !held.SecretAccessKey || !held.SessionToken) {
    throw new Error('STS answered no credentials')
  }
  return {
    region: resources.region(),
    endpoint: null,
    accessKeyId: held.AccessKeyId,
    secretAccessKey: held.SecretAccessKey,
    sessionToken: held.SessionToken,
    expiresAtMs: held.Expiration?.getTime() ?? Date.now(),
  }
}

/** The role opens every agent's queue; with this policy its session opens one. */
const pulling = (queue: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
      Resource: queue,
    },
  ],
})

/** A queue stands in the account and region of its dead-letter queue. */
const queueArn = (agentId: string) =>
  resources.printDlqArn().replace(/[^:]+$/, queueNameOf(agentId))
