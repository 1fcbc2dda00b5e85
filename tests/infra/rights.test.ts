import { describe, expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import type { Resource } from '../../shared/platform/http/endpoint.ts'
import { type Statement, synthesized } from './synthesized.ts'

const cloud = synthesized()
const direct = synthesized({ nodeUrl: 'https://node.example' })
const withShops = synthesized({
  shopDomain: 'shops.example',
  domainName: 'pos.shop.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c3d',
})

const functions = [
  ...groups.map(({ name, uses }) => ({ name, uses, isHttp: true })),
  ...socketApis.map(({ name, uses }) => ({ name, uses, isHttp: false })),
  ...workers.map(({ name, uses }) => ({ name, uses, isHttp: false })),
  {
    name: 'fallback',
    uses: ['table:read', 'token-key'] as readonly Resource[],
    isHttp: true,
  },
]

/** The secrets that a function needs for what it declares. */
const secretsFor = (
  uses: readonly Resource[],
  needs: Partial<Record<Resource, readonly string[]>> = {},
) => {
  const names = uses.flatMap(
    (each) => needs[each] ?? (/-(key|secret)$/.test(each) ? [each] : []),
  )
  return [...new Set(names)].sort()
}
const byTunnel = { node: ['tunnel-key'] }
const byUrl = { node: ['node-password'] }
/** Other shops' webhook secrets and setup codes are derived from other keys. */
const ofShops = {
  ...byTunnel,
  'webhook-secret': ['webhook-secret', 'tunnel-key'],
  'setup-code': ['token-key'],
}

const workerVariable = (name: string) =>
  ({
    replays: 'REPLAYS_FUNCTION',
    'fan-out': 'FAN_OUT_FUNCTION',
    imports: 'IMPORTS_FUNCTION',
    deliveries: 'DELIVERIES_FUNCTION',
  })[name] ?? ''

const actionsOf = (permissions: readonly Statement[], service: string) =>
  permissions
    .flatMap(({ actions }) => actions)
    .filter((action) => action.startsWith(`${service}:`))
    .sort()

/** Lists the secrets whose parameters a function may read, and those in its environment. */
function parametersOf(deployed: typeof cloud, name: string) {
  const granted = deployed
    .permissionsOf(name)
    .filter(({ actions }) => actions.some((action) => action.startsWith('ssm:')))
    .flatMap(({ actions, resources }) =>
      resources.map((arn) => {
        expect(actions).toEqual(['ssm:GetParameters'])
        const [, secret = ''] =
          /parameter\/test-shop\/([\w-]+)"/.exec(JSON.stringify(arn)) ?? []
        return secret
      }),
    )
  const named = Object.entries(deployed.variablesOf(name))
    .filter(([variable]) => variable.endsWith('_PARAMETER'))
    .map(([variable, path]) => {
      const secret = variable.replace('_PARAMETER', '').replace('_', '-').toLowerCase()
      expect(path).toBe(`/test-shop/${secret}`)
      return secret
    })
  expect(named.sort()).toEqual(granted.sort())
  return named
}

const secretsRead = (permissions: readonly Statement[]) =>
  permissions
    .filter(({ actions }) => actions.includes('secretsmanager:GetSecretValue'))
    .flatMap(({ resources }) => resources)

/** The permitted methods on each WebSocket API's connections, such as `POST to watchers`. */
const connectionPermissions = (permissions: readonly Statement[]) =>
  ['tunnel', 'watchers'].flatMap((api) =>
    ['POST', 'GET', 'DELETE', '*'].flatMap((method) =>
      permissions
        .filter(({ actions }) => actions.includes('execute-api:ManageConnections'))
        .flatMap(({ resources }) => resources.map((each) => JSON.stringify(each)))
        .filter(
          (arn) =>
            arn.includes(`{"Ref":"${api}Api`) &&
            arn.includes(`/live/${method}/@connections/*`),
        )
        .map(() => `${method} to ${api}`),
    ),
  )

describe.each(functions)('the function $name', ({ name, uses, isHttp }) => {
  const permissions = cloud.permissionsOf(name)
  const variables = cloud.variablesOf(name)

  test('has no wildcard action and no wildcard resource', () => {
    for (const { actions, resources } of permissions) {
      expect(actions.filter((action) => action.includes('*'))).toEqual([])
      // IAM knows no resource for it
      if (!actions.includes('dynamodb:ListStreams')) expect(resources).not.toContain('*')
    }
  })

  test('reads and writes records only if it declares so, and never scans', () => {
    const writes = uses.includes('table')
    const ofWebhooks = uses.includes('webhook-records')
    const reads = writes || ofWebhooks || uses.includes('table:read')
    const some: readonly Resource[] = [
      'audit',
      'alerts',
      'watcher-records',
      'till-data-version',
      'stock-records',
      'webhook-deliveries',
      'print-job-records',
    ]
    const writesSome = writes || ofWebhooks || some.some((each) => uses.includes(each))
    const follows = name === 'stream'
    expect([...new Set(actionsOf(permissions, 'dynamodb'))]).toEqual([
      ...(reads ? ['dynamodb:BatchGetItem'] : []),
      ...(writesSome ? ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem'] : []),
      ...(follows ? ['dynamodb:DescribeStream'] : []),
      ...(reads ? ['dynamodb:GetItem'] : []),
      ...(follows ? ['dynamodb:GetRecords', 'dynamodb:GetShardIterator'] : []),
      ...(follows ? ['dynamodb:ListStreams'] : []),
      ...(writesSome ? ['dynamodb:PutItem'] : []),
      ...(reads ? ['dynamodb:Query'] : []),
      ...(writesSome ? ['dynamodb:UpdateItem'] : []),
    ])
    expect('TABLE_NAME' in variables).toBe(reads)
  })

  test('reads exactly the secrets that it declares, each from a parameter of its own', () => {
    expect(parametersOf(cloud, name)).toEqual(secretsFor(uses, byTunnel))
    expect(parametersOf(direct, name)).toEqual(secretsFor(uses, byUrl))
    expect(parametersOf(withShops, name)).toEqual(secretsFor(uses, ofShops))
  })

  test("reads the front door's secret only behind it, and no other of Secrets Manager", () => {
    // The tunnel's agents dial their WebSocket API directly.
    const isBehindFrontDoor = isHttp || name === 'watchers'
    expect('FRONT_DOOR_SECRET_ARN' in variables).toBe(isBehindFrontDoor)
    expect(secretsRead(permissions)).toEqual(
      isBehindFrontDoor ? [variables.FRONT_DOOR_SECRET_ARN] : [],
    )
  })

  test('posts to sockets and closes them only if it declares so', () => {
    expect(connectionPermissions(permissions)).toEqual([
      ...(uses.includes('node') ? ['POST to tunnel'] : []),
      ...(uses.includes('tunnels:close') ? ['DELETE to tunnel'] : []),
      ...(uses.includes('watchers:post') ? ['POST to watchers'] : []),
      ...(uses.includes('watchers:close') ? ['DELETE to watchers'] : []),
    ])
    expect('WATCHERS_ENDPOINT' in variables).toBe(
      uses.includes('watchers:post') || uses.includes('watchers:close'),
    )
    expect('TUNNEL_ENDPOINT' in variables).toBe(
      uses.includes('node') || uses.includes('tunnels:close'),
    )
  })

  test('invokes workers and itself only if it declares so', () => {
    const declared = workers.filter(({ name }) =>
      (uses as readonly string[]).includes(name),
    )
    const itself = socketApis.some((api) => api.name === name && api.invokesItself)
    const invokes = permissions
      .filter(({ actions }) => actions.includes('lambda:InvokeFunction'))
      .flatMap(({ resources }) => resources)
    const expected = [
      ...declared.map((worker) => worker.name),
      ...(itself ? [name] : []),
    ].map((each) => ({ 'Fn::GetAtt': [cloud.functionNamed(each).id, 'Arn'] }))
    // CDK sorts the resources of a statement
    expect(new Set(invokes)).toEqual(new Set(expected))
    for (const worker of workers) {
      const others = declared.some((each) => each === worker) && worker.name !== name
      expect(variables[workerVariable(worker.name)]).toEqual(
        others ? { Ref: cloud.functionNamed(worker.name).id } : undefined,
      )
    }
  })

  test('uses print queues only if it declares so', () => {
    expect(actionsOf(permissions, 'sqs')).toEqual([
      ...(uses.includes('agent-queues')
        ? ['sqs:CreateQueue', 'sqs:DeleteQueue', 'sqs:GetQueueAttributes']
        : []),
      ...(uses.includes('print-queues') ? ['sqs:SendMessage'] : []),
      ...(uses.includes('agent-queues') ? ['sqs:SetQueueAttributes'] : []),
    ])
    expect(actionsOf(permissions, 'sts').length > 0).toBe(uses.includes('agent-queues'))
  })

  test('uses the uploads bucket only if it declares so', () => {
    const actions = [
      ...(uses.includes('uploads:delete') ? ['s3:DeleteObject'] : []),
      ...(uses.includes('uploads')
        ? ['s3:GetObject', 's3:ListBucket', 's3:PutObject']
        : []),
    ]
    expect(actionsOf(permissions, 's3')).toEqual(actions)
    expect('UPLOADS_BUCKET' in variables).toBe(actions.length > 0)
  })

  test('gets the URL of a node reached by URL only if it calls the node', () => {
    const callsNode = uses.includes('node')
    expect('NODE_URL' in direct.variablesOf(name)).toBe(callsNode)
    expect('TUNNEL_ENDPOINT' in direct.variablesOf(name)).toBe(
      uses.includes('tunnels:close'),
    )
    expect('NODE_URL' in variables).toBe(false)
  })
})

test('of the functions without HTTP requests, only those for tokens, the node and webhooks need a secret', () => {
  const read = [...socketApis, ...workers].map(({ name }) => [
    name,
    ...parametersOf(cloud, name),
  ])
  expect(read.filter(([, ...names]) => names.length > 0)).toEqual([
    ['watchers', 'token-key'],
    ['refunds', 'tunnel-key'],
    ['deliveries', 'delivery-key'],
  ])
  expect(connectionPermissions(cloud.permissionsOf('refunds'))).toEqual([
    'POST to tunnel',
    'POST to watchers',
  ])
})

test("the agents' role may only receive and delete messages of agents' queues, and put answers", () => {
  const policies = cloud
    .ofType('AWS::IAM::Policy')
    .filter(([id]) => id.startsWith('PrintingAgent'))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
  expect(policies.slice(1)).toMatchObject([
    {
      Action: 'dynamodb:PutItem',
      Condition: {
        'ForAllValues:StringLike': {
          'dynamodb:LeadingKeys': ['TUNNEL#*', '@*#TUNNEL#*'],
        },
        'ForAllValues:StringEquals': {
          'dynamodb:Attributes': ['pk', 'sk', 'parts', 'bytes', 'expiresAt'],
        },
      },
    },
  ])
  expect(policies[0].Action).toEqual([
    'sqs:ChangeMessageVisibility',
    'sqs:DeleteMessage',
    'sqs:ReceiveMessage',
  ])
  expect(JSON.stringify(policies[0].Resource)).toContain(':lightning-pos-agent-*')
})
