import { describe, expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import type { Resource } from '../../shared/http/endpoint.ts'
import { type Statement, synthesized } from './synthesized.ts'

const cloud = synthesized()
const direct = synthesized({ nodeUrl: 'https://node.example' })

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

/** What needs the shop's own secret; the way to the node needs the tunnel's key or a password. */
const inShopSecret: readonly Resource[] = [
  'token-key',
  'pin-key',
  'tunnel-key',
  'webhook-secret',
  'node',
]

const workerVariable = (name: string) =>
  ({ replays: 'REPLAYS_FUNCTION', 'fan-out': 'FAN_OUT_FUNCTION' })[name] ?? ''

const actionsOf = (permissions: readonly Statement[], service: string) =>
  permissions
    .flatMap(({ actions }) => actions)
    .filter((action) => action.startsWith(`${service}:`))
    .sort()

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
      expect(resources).not.toContain('*')
    }
  })

  test('reads and writes records only if it declares so, and never scans', () => {
    const writes = uses.includes('table')
    const reads = writes || uses.includes('table:read')
    const writesSome =
      writes || uses.includes('audit') || uses.includes('watcher-records')
    expect([...new Set(actionsOf(permissions, 'dynamodb'))]).toEqual([
      ...(reads ? ['dynamodb:BatchGetItem'] : []),
      ...(writesSome ? ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem'] : []),
      ...(reads ? ['dynamodb:GetItem'] : []),
      ...(writesSome ? ['dynamodb:PutItem'] : []),
      ...(reads ? ['dynamodb:Query'] : []),
      ...(writesSome ? ['dynamodb:UpdateItem'] : []),
    ])
    expect('TABLE_NAME' in variables).toBe(reads)
  })

  test("reads the shop's secret only if it declares a part of it, and the front door's only behind it", () => {
    const usesShopSecret = inShopSecret.some((part) => uses.includes(part))
    // The tunnel's agents dial their WebSocket API directly.
    const isBehindFrontDoor = isHttp || name === 'watchers'
    expect('SHOP_SECRET_ARN' in variables).toBe(usesShopSecret)
    expect('FRONT_DOOR_SECRET_ARN' in variables).toBe(isBehindFrontDoor)
    const read = [
      ...(usesShopSecret ? [variables.SHOP_SECRET_ARN] : []),
      ...(isBehindFrontDoor ? [variables.FRONT_DOOR_SECRET_ARN] : []),
    ]
    expect(secretsRead(permissions)).toHaveLength(read.length)
    expect(secretsRead(permissions)).toEqual(expect.arrayContaining(read))
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
    expect(invokes).toEqual(
      [...declared.map((worker) => worker.name), ...(itself ? [name] : [])].map(
        (each) => ({
          'Fn::GetAtt': [cloud.functionNamed(each).id, 'Arn'],
        }),
      ),
    )
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
    const declared = uses.includes('uploads')
    expect(actionsOf(permissions, 's3')).toEqual(
      declared ? ['s3:GetObject', 's3:ListBucket', 's3:PutObject'] : [],
    )
    expect('UPLOADS_BUCKET' in variables).toBe(declared)
  })

  test('gets the URL and password of a node reached by URL only if it calls the node', () => {
    const callsNode = uses.includes('node')
    const readsSecret = inShopSecret.some((part) => uses.includes(part))
    expect('NODE_URL' in direct.variablesOf(name)).toBe(callsNode)
    expect('SHOP_SECRET_ARN' in direct.variablesOf(name)).toBe(readsSecret)
    expect('TUNNEL_ENDPOINT' in direct.variablesOf(name)).toBe(
      uses.includes('tunnels:close'),
    )
    expect('NODE_URL' in variables).toBe(false)
  })
})

// Their requests to the node are signed with the key of the tunnel, which derives from the
// entry's master key; Secrets Manager grants entries, not fields.
test("of the functions without HTTP requests, only those for tokens and the node need the shop's secret", () => {
  const readers = [...socketApis, ...workers].filter(
    ({ name }) => 'SHOP_SECRET_ARN' in cloud.variablesOf(name),
  )
  expect(readers.map(({ name }) => name)).toEqual(['watchers', 'refunds'])
  expect(connectionPermissions(cloud.permissionsOf('refunds'))).toEqual([
    'POST to tunnel',
  ])
})

test("the agents' role may only receive and delete messages of agents' queues", () => {
  const policies = cloud
    .ofType('AWS::IAM::Policy')
    .filter(([id]) => id.startsWith('PrintingAgent'))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
  expect(policies).toHaveLength(1)
  expect(policies[0].Action).toEqual([
    'sqs:ChangeMessageVisibility',
    'sqs:DeleteMessage',
    'sqs:ReceiveMessage',
  ])
  expect(JSON.stringify(policies[0].Resource)).toContain(':lightning-pos-agent-*')
})
