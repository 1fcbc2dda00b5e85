import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, test, vi } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { functionNames } from '../../infra/cloud/function-names.ts'
import { type RecordRights, recordRights } from '../../infra/cloud/record-rights.ts'
import type { AgentRecord } from '../../shared/agents/agents.ts'
import { writableAnswers } from '../../shared/agents/tunnel-answers.ts'
import { inShop, mainShop } from '../../shared/current-shop.ts'
import { queueCredentials } from '../../shared/paper/queue/queue-credentials.ts'
import { parameterNames } from '../../shared/platform/deployment/secret-fields.ts'
import type { Resource } from '../../shared/platform/http/endpoint.ts'
import { sources, textOf } from '../architecture/sources.ts'
import { inTurn } from '../support/scale.ts'
import {
  actionsOf,
  agentId,
  callsOf,
  callsOfRights,
  connectionArn,
  logCalls,
  queueArn,
  tableArn,
} from './calls.ts'
import { arnOf } from './concrete.ts'
import { type Call, type PolicyDocument, simulated } from './simulation.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()
const { concrete, denied, environmentOf, policiesOf, roleMay } = simulated(cloud)

const fallback: { name: string; uses: readonly Resource[] } = {
  name: 'fallback',
  uses: ['table:read', 'token-key'],
}

/** It calls every function that is kept warm. */
const warmer: { name: string; uses: readonly Resource[] } = {
  name: 'keep-warm',
  uses: [],
}
const warm = [...groups.filter(({ keptWarm }) => keptWarm), fallback]
const warmed = new Map([[warmer.name, warm.map(({ name }) => name)]])

/** Lambda's calls for an event-source mapping, with the function's rights. */
const [tableId = ''] = cloud.ofType('AWS::DynamoDB::GlobalTable').map(([id]) => id)
const streamArn = arnOf('dynamodb', `table/${tableId}/stream/2026-01-01T00:00:00.000`)
const streamCalls = [
  ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => ({
    action: `dynamodb:${action}`,
    arn: streamArn,
  })),
  { action: 'dynamodb:ListStreams', arn: '*' },
]

const functions = [...groups, ...socketApis, ...workers, fallback, warmer].map(
  ({ name, uses }) => {
    const { id, LoggingConfig } = cloud.functionNamed(name)
    const calls = [
      ...callsOf(id, uses, environmentOf(name), recordRights[name]),
      ...logCalls(String(concrete(LoggingConfig.LogGroup))),
      ...(invokesItself(name) ? [invocationOf(id)] : []),
      ...(follows(name) ? streamCalls : []),
      ...(warmed.get(name) ?? []).map((each) =>
        invocationOf(cloud.functionNamed(each).id),
      ),
    ]
    return { name, calls }
  },
)

function follows(name: string): boolean {
  return workers.some((worker) => worker.name === name && worker.follows)
}

function invokesItself(name: string): boolean {
  return socketApis.some((api) => api.name === name && api.invokesItself)
}

function invocationOf(functionId: string): Call {
  return {
    action: 'lambda:InvokeFunction',
    arn: arnOf('lambda', `function:${functionId}`),
  }
}

const namesOf = (calls: readonly Call[]) =>
  calls.map(({ action, arn, partition = '' }) => `${action} ${arn} ${partition}`.trim())

/** Every call that some function makes. */
const everyCall = [
  ...new Map(
    functions
      .flatMap(({ calls }) => calls)
      .map((call) => [Object.values(call).join(), call]),
  ).values(),
]
const somewhere = environmentOf('printers')
const agents = environmentOf('agents')
const bucket = cloud.ofType('AWS::S3::Bucket').map(([id]) => id.toLowerCase())[0]

/** Calls that no function may make. */
const neverAllowed: readonly Call[] = [
  ...[
    'Scan',
    'DeleteTable',
    'UpdateTable',
    'BatchWriteItem',
    'ExportTableToPointInTime',
  ].map((action) => ({ action: `dynamodb:${action}`, arn: tableArn(somewhere) })),
  { action: 'dynamodb:Scan', arn: `${tableArn(somewhere)}/index/orders` },
  { action: 'dynamodb:Query', arn: `${tableArn(somewhere)}/index/another` },
  { action: 'dynamodb:GetItem', arn: arnOf('dynamodb', 'table/another-shop') },
  { action: 'dynamodb:PutItem', arn: arnOf('dynamodb', 'table/another-shop') },
  ...['SendMessage', 'CreateQueue', 'SetQueueAttributes', 'DeleteQueue'].map(
    (action) => ({
      action: `sqs:${action}`,
      arn: arnOf('sqs', `another-shop-agent-${agentId}.fifo`),
    }),
  ),
  ...['ReceiveMessage', 'DeleteMessage', 'PurgeQueue'].map((action) => ({
    action: `sqs:${action}`,
    arn: queueArn(somewhere),
  })),
  { action: 'sqs:SendMessage', arn: agents.PRINT_DLQ_ARN ?? '' },
  { action: 'sqs:DeleteQueue', arn: agents.PRINT_DLQ_ARN ?? '' },
  { action: 'sts:AssumeRole', arn: 'arn:aws:iam::123456789012:role/admin' },
  { action: 's3:GetObject', arn: 'arn:aws:s3:::another-bucket/uploads/a.png' },
  { action: 's3:PutObject', arn: `arn:aws:s3:::${bucket}/elsewhere/a.png` },
  { action: 's3:DeleteObject', arn: `arn:aws:s3:::${bucket}/elsewhere/a.png` },
  { action: 's3:DeleteBucket', arn: `arn:aws:s3:::${bucket}` },
  {
    action: 'secretsmanager:GetSecretValue',
    arn: arnOf('secretsmanager', 'secret:another-AbCdEf'),
  },
  ...cloud.ofType('AWS::SecretsManager::Secret').map(([id]) => ({
    action: 'secretsmanager:PutSecretValue',
    arn: arnOf('secretsmanager', `secret:${id}-AbCdEf`),
  })),
  ...['GetParameters', 'GetParameter', 'GetParametersByPath'].map((action) => ({
    action: `ssm:${action}`,
    arn: arnOf('ssm', 'parameter/another-shop/token-key'),
  })),
  ...parameterNames.flatMap((name) =>
    ['PutParameter', 'DeleteParameters', 'GetParameterHistory'].map((action) => ({
      action: `ssm:${action}`,
      arn: arnOf('ssm', `parameter/test-shop/${name}`),
    })),
  ),
  {
    action: 'execute-api:ManageConnections',
    arn: connectionArn(
      'https://anotherapi.execute-api.eu-central-1.amazonaws.com/live',
      'POST',
    ),
  },
  { action: 'lambda:InvokeFunction', arn: arnOf('lambda', 'function:another') },
  {
    action: 'lambda:UpdateFunctionCode',
    arn: arnOf('lambda', `function:${cloud.functionNamed('general').id}`),
  },
  { action: 'iam:PassRole', arn: agents.AGENT_ROLE_ARN ?? '' },
]

test('every function is simulated', () => {
  expect(functions.map(({ name }) => name).sort()).toEqual([...functionNames].sort())
})

test('every command that the code sends has its IAM actions here', () => {
  const sent = sources('{shared,functions}/**/*.ts')
    .flatMap((path) => [...textOf(path).matchAll(/new (\w+Command)\(/g)])
    .map(([, name = '']) => name)
  expect([...new Set(sent)].sort()).toEqual(Object.keys(actionsOf).sort())
})

test('every such command is sent by some function', () => {
  const simulatedActions = new Set(everyCall.map(({ action }) => action))
  const actions = Object.values(actionsOf).flat()
  expect(actions.filter((action) => !simulatedActions.has(action))).toEqual([])
})

describe.each(functions)('the function $name', ({ name, calls }) => {
  test('may make every call that it makes', async () => {
    expect(namesOf(await denied(name, calls))).toEqual([])
  })

  test('may make no other call', async () => {
    const own = new Set(namesOf(calls))
    const others = everyCall.filter(
      (call) => !namesOf([call]).some((each) => own.has(each)),
    )
    const turn = functions.findIndex((each) => each.name === name)
    const refused = inTurn([...others, ...neverAllowed], 40, turn)
    expect(namesOf(await denied(name, refused))).toEqual(namesOf(refused))
  })
})

describe.each(Object.entries(recordRights))('the records of %s', (name, rights) => {
  const environment = environmentOf(name)
  const own = callsOfRights(environment, rights)

  test('are read and written where it has them', async () => {
    expect(namesOf(await denied(name, own))).toEqual([])
  })

  test('are no others', async () => {
    const secret = ['USER', 'ROLE', 'SESSION#a', 'LOGIN-LIMIT#a', 'API-KEY', 'WEBHOOK']
    const others = [...secret, 'SHOPS', 'HOST#a', 'Z-REPORT']
    const foreign = callsOfRights(environment, {
      writes: others.filter((pk) => !rights.writes.includes(pk)),
      ...(rights.reads && {
        reads: ['ROLE', 'SESSION#a', 'LOGIN-LIMIT#a', 'API-KEY', 'WEBHOOK', 'AUDIT'],
      }),
    }).filter(({ action, partition }) => !isChecked(rights, action, partition))
    expect(namesOf(await denied(name, foreign))).toEqual(namesOf(foreign))
  })
})

const isChecked = ({ checks = [] }: RecordRights, action: string, partition = '') =>
  action === 'dynamodb:ConditionCheckItem' &&
  checks.includes(partition.replace('@corner#', ''))

test('with further shops, a function without records reads hosts and counts requests', async () => {
  const { denied, environmentOf } = simulated(
    synthesized({
      shopDomain: 'shops.example',
      domainName: 'pos.shop.example',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c3d',
    }),
  )
  const arn = tableArn(environmentOf('office'))
  const counts = { action: 'dynamodb:UpdateItem', arn, partition: 'RATE#corner' }
  const sells = { action: 'dynamodb:UpdateItem', arn, partition: '@corner#DAY' }
  const reads = { action: 'dynamodb:GetItem', arn }
  expect(await denied('office', [reads, counts, sells])).toEqual([sells])
})

describe("an agent's credentials", () => {
  const roleId = agents.AGENT_ROLE_ARN?.split('/')[1] ?? ''
  const ownQueue = queueArn(agents)
  const needed = ['ReceiveMessage', 'DeleteMessage', 'ChangeMessageVisibility']

  const shops = { main: mainShop, corner: { id: 'corner' } }
  type ShopId = keyof typeof shops

  /** The policy that a session gets when its agent asks for credentials. */
  const sessionPolicy = async (
    agent: Partial<AgentRecord> = { servesNode: true },
    shop: ShopId = 'main',
  ): Promise<PolicyDocument> => {
    for (const [variable, value] of Object.entries(agents)) vi.stubEnv(variable, value)
    const sts = mockClient(STSClient)
    try {
      sts.on(AssumeRoleCommand).rejects('only the request matters')
      await inShop(shops[shop], () => {
        const answers = writableAnswers({ id: agentId, ...agent } as AgentRecord)
        return queueCredentials(agentId, Date.now(), answers).catch(() => {})
      })
      return JSON.parse(
        sts.commandCalls(AssumeRoleCommand)[0]?.args[0].input.Policy ?? '{}',
      )
    } finally {
      sts.restore()
      vi.unstubAllEnvs()
    }
  }

  test.each(needed)('allow sqs:%s only in its own queue', async (name) => {
    const policy = await sessionPolicy()
    const may = (arn: string) => roleMay(roleId, { action: `sqs:${name}`, arn }, policy)
    expect(await may(ownQueue)).toBe(true)
    expect(await may(queueArn(agents, 'another-agent'))).toBe(false)
    expect(await may(agents.PRINT_DLQ_ARN ?? '')).toBe(false)
  })

  /** An answer that an agent writes; the id of its request begins with the agent's. */
  const answer = {
    action: 'dynamodb:PutItem',
    arn: tableArn(somewhere),
    partition: `TUNNEL#${agentId}_request`,
    attributes: ['pk', 'sk', 'parts', 'bytes', 'expiresAt'],
  }
  const { partition, ...inNoPartition } = answer
  const { attributes, ...withNoAttribute } = answer
  const ofCorner = { ...answer, partition: `@corner#${partition}` }
  const ofOtherAgent = { ...answer, partition: 'TUNNEL#another-agent_request' }

  /** Attempts of a stolen box; the policy of the role alone has to refuse them. */
  const elsewhere: readonly Call[] = [
    ...['USERS', 'SHOP', 'ORDER#a', 'AUDIT', '@corner#USERS', '@corner#ORDER#a'].map(
      (each) => ({ ...answer, partition: each }),
    ),
    ...['kind', 'listedAt', 'ofUser', 'secretHash'].map((each) => ({
      ...answer,
      attributes: [...attributes, each],
    })),
    inNoPartition,
    withNoAttribute,
    { ...answer, arn: arnOf('dynamodb', 'table/another-shop') },
    ...['GetItem', 'Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'Scan'].map(
      (name) => ({ ...answer, action: `dynamodb:${name}` }),
    ),
  ]
  const refusedBy = async (
    calls: readonly Call[],
    policy?: PolicyDocument,
    ofRole?: readonly unknown[],
  ) => {
    const may = await Promise.all(
      calls.map((call) => roleMay(roleId, call, policy, ofRole)),
    )
    return calls.filter((_, at) => !may[at])
  }

  test('write answers of agents and nothing else, even without the session policy', async () => {
    expect(await refusedBy([answer, ofCorner, ofOtherAgent])).toEqual([])
    expect(await refusedBy(elsewhere)).toEqual(elsewhere)
  })

  test.each<[ShopId, Call, Call]>([
    ['main', answer, ofCorner],
    ['corner', ofCorner, answer],
  ])('of the shop %s write answers to its own requests only', async (id, own, other) => {
    const policy = await sessionPolicy({ servesNode: true }, id)
    const others = [
      other,
      ofOtherAgent,
      { ...own, partition: `@next#${partition}` },
      { ...own, partition: 'TUNNEL#' },
      { ...own, partition: `${own.partition?.split('_')[0]}` },
      { ...own, partition: `x${own.partition}` },
      ...elsewhere.map((call) =>
        call.partition === partition ? { ...call, partition: own.partition ?? '' } : call,
      ),
    ]
    expect(await refusedBy([own], policy)).toEqual([])
    expect(await refusedBy(others, policy)).toEqual(others)
    // The session's policy alone refuses the same, on a role that may do everything
    const everything = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' }
    const unlimited = [everything]
    expect(await refusedBy([own], policy, unlimited)).toEqual([])
    expect(await refusedBy(others, policy, unlimited)).toEqual(others)
  })

  test('write no answers where the agent has no node', async () => {
    const policy = await sessionPolicy({ servesNode: false })
    expect(await refusedBy([answer], policy)).toEqual([answer])
  })

  test.each([
    { action: 'sqs:SendMessage', arn: ownQueue },
    { action: 'sqs:PurgeQueue', arn: ownQueue },
    { action: 'sqs:DeleteQueue', arn: ownQueue },
    { action: 'dynamodb:GetItem', arn: tableArn(somewhere) },
  ])('do not allow $action, even without the session policy', async (call) => {
    expect(policiesOf(roleId)).not.toEqual([])
    expect(await roleMay(roleId, call)).toBe(false)
  })

  test("of the role without a session policy stay within the shop's agents", async () => {
    for (const name of needed) {
      const arn = arnOf('sqs', `another-shop-agent-${agentId}.fifo`)
      expect(await roleMay(roleId, { action: `sqs:${name}`, arn })).toBe(false)
    }
  })
})
