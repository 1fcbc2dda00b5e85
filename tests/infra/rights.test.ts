import { describe, expect, test } from 'vitest'
import { groups, socketApis } from '../../functions/all.ts'
import type { Resource } from '../../shared/http/endpoint.ts'
import { type SecretName, secretVariable } from '../../shared/secrets.ts'
import { type Statement, synthesized } from './synthesized.ts'

const cloud = synthesized()
const direct = synthesized({ nodeUrl: 'https://node.example' })

const functions = [
  ...groups.map(({ name, uses }) => ({ name, uses, isHttp: true })),
  ...socketApis.map(({ name, uses }) => ({ name, uses, isHttp: false })),
  { name: 'fallback', uses: ['table', 'token-key'] as readonly Resource[], isHttp: true },
]

const secrets: readonly SecretName[] = ['token-key', 'pin-key', 'webhook-secret']

const actionsOf = (rights: readonly Statement[], service: string) =>
  rights
    .flatMap(({ actions }) => actions)
    .filter((action) => action.startsWith(`${service}:`))
    .sort()

const secretsRead = (rights: readonly Statement[]) =>
  rights
    .filter(({ actions }) => actions.includes('secretsmanager:GetSecretValue'))
    .flatMap(({ resources }) => resources)

describe.each(functions)('the function $name', ({ name, uses, isHttp }) => {
  const rights = cloud.rightsOf(name)
  const variables = cloud.variablesOf(name)

  test('may do nothing by wildcard, on nothing in general', () => {
    for (const { actions, resources } of rights) {
      expect(actions.filter((action) => action.includes('*'))).toEqual([])
      expect(resources).not.toContain('*')
    }
  })

  test('reads and writes records only when it uses the table, and never scans', () => {
    expect(actionsOf(rights, 'dynamodb')).not.toContain('dynamodb:Scan')
    expect(actionsOf(rights, 'dynamodb').length > 0).toBe(uses.includes('table'))
    expect('TABLE_NAME' in variables).toBe(uses.includes('table'))
  })

  test.each(secrets)('knows the secret %s only when it uses it', (secret) => {
    const variable = variables[secretVariable(secret)]
    expect(variable !== undefined).toBe(uses.includes(secret as Resource))
    if (variable) expect(secretsRead(rights)).toContainEqual(variable)
  })

  test('reads no secret but those its environment names', () => {
    const named = Object.entries(variables).filter(([variable]) =>
      [...secrets, 'front-door-secret' as const].some(
        (secret) => secretVariable(secret) === variable,
      ),
    )
    expect(secretsRead(rights)).toHaveLength(named.length)
    expect('FRONT_DOOR_SECRET_ARN' in variables).toBe(isHttp)
  })

  test('reaches sockets only where it posts to them or closes them', () => {
    const watchers = uses.includes('watchers')
    const tunnels = uses.includes('node') || uses.includes('tunnels')
    expect(actionsOf(rights, 'execute-api').length > 0).toBe(watchers || tunnels)
    expect('WATCHERS_ENDPOINT' in variables).toBe(watchers)
    expect('TUNNEL_ENDPOINT' in variables).toBe(tunnels)
  })

  test('reaches print queues only as it declares', () => {
    expect(actionsOf(rights, 'sqs')).toEqual([
      ...(uses.includes('agent-queues') ? ['sqs:CreateQueue', 'sqs:DeleteQueue'] : []),
      ...(uses.includes('print-queues') ? ['sqs:SendMessage'] : []),
    ])
    expect(actionsOf(rights, 'sts').length > 0).toBe(uses.includes('agent-queues'))
  })

  test('keeps and shows uploads only as it declares', () => {
    const declared = uses.includes('uploads')
    expect(actionsOf(rights, 's3')).toEqual(
      declared ? ['s3:GetObject', 's3:ListBucket', 's3:PutObject'] : [],
    )
    expect('UPLOADS_BUCKET' in variables).toBe(declared)
  })

  test('asks a node with an address of its own there, by its password', () => {
    const password = secretVariable('node-password')
    const asks = uses.includes('node')
    expect('NODE_URL' in direct.variablesOf(name)).toBe(asks)
    expect(password in direct.variablesOf(name)).toBe(asks)
    expect('TUNNEL_ENDPOINT' in direct.variablesOf(name)).toBe(uses.includes('tunnels'))
    expect(password in variables).toBe(false)
  })
})

test("an agent's role takes jobs from agents' queues and does nothing else", () => {
  const policies = cloud
    .ofType('AWS::IAM::Policy')
    .filter(([id]) => id.startsWith('PrintingAgent'))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
  expect(policies).toHaveLength(1)
  expect(policies[0].Action).toEqual([
    'sqs:ReceiveMessage',
    'sqs:DeleteMessage',
    'sqs:ChangeMessageVisibility',
  ])
  expect(JSON.stringify(policies[0].Resource)).toContain(':lightning-pos-agent-*')
})
