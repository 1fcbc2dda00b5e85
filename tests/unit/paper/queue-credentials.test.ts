import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queueCredentials } from '../../../shared/paper/queue/queue-credentials.ts'

const sts = mockClient(STSClient)
const agentId = '0b6fcb8a-9d0e-4d0b-8f6c-0a9a4f7f3a11'
const roleArn = 'arn:aws:iam::123456789012:role/shop-agent'

beforeEach(() => {
  sts.reset()
  vi.stubEnv('LOCAL_PLATFORM', '')
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AGENT_ROLE_ARN', roleArn)
  vi.stubEnv('PRINT_QUEUE_PREFIX', 'shop-agent-')
  vi.stubEnv('PRINT_DLQ_ARN', 'arn:aws:sqs:eu-west-1:123456789012:shop-dead.fifo')
})
afterEach(() => vi.unstubAllEnvs())

const issued = {
  AccessKeyId: 'key',
  SecretAccessKey: 'secret',
  SessionToken: 'session',
  Expiration: new Date(2_000_000),
}

describe('in the cloud', () => {
  it("gives access to the agent's own queue only, for an hour", async () => {
    sts.on(AssumeRoleCommand).resolves({ Credentials: issued })
    expect(await queueCredentials(agentId, 0)).toEqual({
      region: 'eu-west-1',
      endpoint: null,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      sessionToken: 'session',
      expiresAtMs: 2_000_000,
    })
    const [call] = sts.commandCalls(AssumeRoleCommand)
    const { Policy = '', ...input } = call?.args[0].input ?? {}
    expect(input).toEqual({
      RoleArn: roleArn,
      RoleSessionName: `agent-${agentId}`,
      DurationSeconds: 3600,
    })
    expect(JSON.parse(Policy).Statement).toEqual([
      {
        Effect: 'Allow',
        Action: [
          'sqs:ReceiveMessage',
          'sqs:DeleteMessage',
          'sqs:ChangeMessageVisibility',
        ],
        Resource: `arn:aws:sqs:eu-west-1:123456789012:shop-agent-${agentId}.fifo`,
      },
    ])
  })

  it("tells where to write answers, in the queues' region and partition of AWS", async () => {
    vi.stubEnv('TABLE_NAME', 'shop')
    vi.stubEnv('PRINT_QUEUES_URL', 'https://sqs.cn-north-1.amazonaws.com.cn/123456789012')
    sts.on(AssumeRoleCommand).resolves({ Credentials: issued })
    const writable = { partitions: 'TUNNEL#a_*', attributes: ['pk'] }
    expect((await queueCredentials(agentId, 0, writable)).answers).toEqual({
      tableName: 'shop',
      endpoint: 'https://dynamodb.cn-north-1.amazonaws.com.cn',
    })
  })

  it('throws when STS returns no credentials', async () => {
    sts.on(AssumeRoleCommand).resolves({})
    await expect(queueCredentials(agentId, 0)).rejects.toThrow('no credentials')
  })
})

it('on one machine returns fixed credentials without a call of STS', async () => {
  vi.stubEnv('LOCAL_PLATFORM', 'true')
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', 'http://127.0.0.1:4001')
  expect(await queueCredentials(agentId, 5_000)).toMatchObject({
    endpoint: 'http://127.0.0.1:4001',
    sessionToken: null,
    expiresAtMs: 3_605_000,
  })
  expect(sts.calls()).toEqual([])
})
