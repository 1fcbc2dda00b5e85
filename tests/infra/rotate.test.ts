import {
  CloudFormationClient,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda'
import {
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { Refusal } from '../../infra/operate/command-line.ts'
import { rotate } from '../../infra/operate/rotate.ts'
import { inShop } from '../../shared/current-shop.ts'
import { hashPin, keyIdOf, type PinHash } from '../../shared/people/staff/pins.ts'
import { insertRole } from '../../shared/people/staff/roles.ts'
import { insertUser, type User } from '../../shared/people/staff/users.ts'
import { parseSecret } from '../../shared/platform/deployment/secret-fields.ts'
import { shopValues } from '../../shared/platform/deployment/shop-secrets.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { createShop, currentOf } from '../../shared/platform/shops/shop-records.ts'
import { parameterStore } from '../support/parameter-store.ts'
import { openTable } from '../support/table.ts'

const stacks = mockClient(CloudFormationClient)
const secrets = mockClient(SecretsManagerClient)
const parameters = parameterStore()

beforeEach(() => {
  stacks.reset()
  secrets.reset()
  parameters.reset()
  isDeployedWith({})
  parameters.set('/corner/token-key', { tokenKey: 'old' })
  parameters.set('/corner/pin-key', { pinKey: 'old' })
  parameters.set('/corner/tunnel-key', { tunnelKey: 'old' })
  parameters.set('/corner/webhook-secret', { webhookSecret: '' })
})
afterAll(() => {
  stacks.restore()
  secrets.restore()
  parameters.ssm.restore()
})

function isDeployedWith(options: object) {
  const arns = ['FrontDoorSecretArn', 'StaffFunction'].map((OutputKey) => ({
    OutputKey,
    OutputValue: `arn:${OutputKey}`,
  }))
  const outputs = [
    ...arns,
    { OutputKey: 'SecretsPath', OutputValue: '/corner' },
    { OutputKey: 'Options', OutputValue: JSON.stringify(options) },
  ]
  stacks.on(DescribeStacksCommand, { StackName: 'corner' }).resolves({
    Stacks: [
      {
        StackName: 'corner',
        CreationTime: new Date(),
        StackStatus: 'CREATE_COMPLETE',
        Outputs: outputs,
      },
    ],
  })
}

const holds = (secret: object) =>
  secrets
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify(secret), VersionId: 'read-version' })

/** The JSON of a parameter. */
const stored = (name: string) => JSON.parse(parameters.texts()[`/corner/${name}`] ?? '')

const written = () => secrets.commandCalls(PutSecretValueCommand)[0]?.args[0].input

test.each([
  ['tokens', 'token-key', 'tokenKey'],
  ['pins', 'pin-key', 'pinKey'],
  ['tunnel', 'tunnel-key', 'tunnelKey'],
])('%s get a new key, and the one before stays valid', async (target, name, field) => {
  const next = await rotate(['--shop', 'corner', target])
  const json = stored(name)
  const previous = `previous${field[0]?.toUpperCase()}${field.slice(1)}`
  expect(json).toEqual({
    [field]: expect.stringMatching(/^[0-9a-f]{64}$/),
    [previous]: 'old',
  })
  await expect(rotate(['--shop', 'corner', target])).rejects.toThrow('--finish')
  expect(stored(name)).toEqual(json)
  expect(next).toContain(`npm run rotate -- --shop corner ${target} --finish`)
  expect(next).not.toContain(json[field])
})

test("the front door's new value comes with the option that gives it to CloudFront", async () => {
  holds({ frontDoorSecret: 'old' })
  const next = await rotate(['front-door', '--shop', 'corner'])
  expect(written()?.SecretId).toBe('arn:FrontDoorSecretArn')
  expect(JSON.parse(written()?.SecretString ?? '')).toMatchObject({
    previousFrontDoorSecret: 'old',
  })
  expect(next).toContain(`-c frontDoorRotation=${written()?.ClientRequestToken}`)
})

test('the new version becomes current only in place of the one that was read', async () => {
  holds({ frontDoorSecret: 'old' })
  await rotate(['--shop', 'corner', 'front-door'])
  expect(written()?.VersionStages).toEqual(['AWSPENDING'])
  expect(secrets.commandCalls(UpdateSecretVersionStageCommand)[0]?.args[0].input).toEqual(
    {
      SecretId: 'arn:FrontDoorSecretArn',
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: written()?.ClientRequestToken,
      RemoveFromVersionId: 'read-version',
    },
  )
  secrets
    .on(UpdateSecretVersionStageCommand)
    .rejects(new InvalidParameterException({ message: 'moved', $metadata: {} }))
  await expect(rotate(['--shop', 'corner', 'front-door'])).rejects.toThrow('Try again')
})

test('finishing leaves only the current value', async () => {
  const webhook = { webhookSecret: 'new', previousWebhookSecret: 'old' }
  parameters.set('/corner/webhook-secret', webhook)
  await rotate(['--shop', 'corner', 'webhook', '--finish'])
  expect(stored('webhook-secret')).toEqual({ webhookSecret: 'new' })
})

test("another operator's change that came in between is put back", async () => {
  let calls = 0
  parameters.before = (command) => {
    calls += 1
    if (command !== 'PutParameter' || calls !== 2) return
    parameters.set('/corner/token-key', {
      tokenKey: "another's",
      previousTokenKey: 'old',
    })
  }
  await expect(rotate(['--shop', 'corner', 'tokens'])).rejects.toThrow('Try again')
  expect(stored('token-key')).toEqual({ tokenKey: "another's", previousTokenKey: 'old' })
})

test('a rotation that is cut off has begun or has not, and never lost a value', async () => {
  for (const cut of [1, 2]) {
    let calls = 0
    parameters.before = () => {
      calls += 1
      if (calls === cut) throw new Error('cut')
    }
    await expect(rotate(['--shop', 'corner', 'tokens'])).rejects.toThrow('cut')
    expect(stored('token-key')).toEqual({ tokenKey: 'old' })
  }
})

test('a parameter that is not there is not made', async () => {
  parameters.remove('/corner/token-key')
  await expect(rotate(['--shop', 'corner', 'tokens'])).rejects.toThrow()
  expect(parameters.texts()).not.toHaveProperty('/corner/token-key')
})

test("the front door's rotation is finished once the new value is deployed", async () => {
  holds({ frontDoorSecret: 'new', previousFrontDoorSecret: 'old' })
  const finish = ['--shop', 'corner', 'front-door', '--finish']
  for (const frontDoorRotation of [undefined, 'the one before']) {
    isDeployedWith({ frontDoorRotation })
    await expect(rotate(finish)).rejects.toThrow(
      'npm run deploy -- --shop corner -c frontDoorRotation=read-version',
    )
  }
  expect(written()).toBeUndefined()
  isDeployedWith({ frontDoorRotation: 'read-version' })
  await rotate(finish)
  expect(JSON.parse(written()?.SecretString ?? '')).toEqual({ frontDoorSecret: 'new' })
})

test('finishing the rotation of PINs names whom it would lock out', async () => {
  const pinKey = 'n'.repeat(64)
  parameters.set('/corner/pin-key', { pinKey, previousPinKey: 'old' })
  onTestFinished(await openTable({ pinKey }))
  isDeployedWith({})
  const functions = mockClient(LambdaClient)
  onTestFinished(() => functions.restore())
  functions.on(GetFunctionConfigurationCommand).resolves({ Environment: {} })
  const moved = await hashPin('4321', 'x')
  const { keyId: _, ...ofBefore } = moved
  const waiters = { id: 'r1', isAdmin: false, permissions: [], password: null, users: 0 }
  const records = [
    insertUser(user('Ana', moved)),
    insertUser(user('Bob', { ...moved, keyId: 'another' })),
    insertUser(user('Eve', ofBefore)),
    insertRole({ pk: 'ROLE', sk: 'r1', ...waiters, name: 'waiter' }),
    insertRole({
      pk: 'ROLE',
      sk: 'r2',
      ...waiters,
      id: 'r2',
      name: 'owner',
      password: ofBefore,
    }),
  ]
  for (const writes of records) await transact(writes)
  const cafe = currentOf(await createShop('cafe', ['cafe.shops.example'], 0))
  const keysOf = (key: string) =>
    inShop(cafe, () =>
      shopValues(parseSecret(JSON.stringify({ pinKey: key })), 'pin-key'),
    )
  const ofCafe = (key: string) => ({ ...moved, keyId: keyIdOf(keysOf(key)[0] ?? '') })
  await inShop(cafe, async () => {
    await transact(insertUser(user('Kim', ofCafe(pinKey))))
    await transact(insertUser(user('Lou', ofCafe('old'))))
  })
  const finish = ['--shop', 'corner', 'pins', '--finish']
  const refused = await rotate(finish).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  const lines = String(refused).split('\n')
  expect(lines.filter((line) => line.startsWith('  '))).toEqual([
    '  Bob: needs a new PIN from an administrator',
    '  Eve: needs a new PIN from an administrator',
    '  the role owner: needs a new password for the wallet',
    '  Lou of cafe: needs a new PIN from an administrator',
  ])
  expect(stored('pin-key')).toHaveProperty('previousPinKey')
  await rotate([...finish, '--lock-out'])
  expect(stored('pin-key')).toEqual({ pinKey })
})

const user = (name: string, pin: PinHash): User => ({
  pk: 'USER',
  sk: name,
  id: name,
  name,
  email: null,
  phone: null,
  roleId: 'r1',
  pin,
  pinVersion: 1,
})

test.each([
  [[], 'Usage: '],
  [['--shop', 'corner'], 'Usage: '],
  [['--shop', 'corner', 'everything'], 'Usage: '],
  [['--shop', 'corner', 'constructor'], 'Usage: '],
  [['--shop', 'corner', 'pins', '--finish'], 'There is no rotation to finish.'],
])('%j changes nothing and says why', async (args, reason) => {
  await expect(rotate(args)).rejects.toThrow(reason)
  expect(written()).toBeUndefined()
  expect(parameters.versionsOf('/corner/pin-key')).toBe(1)
})
