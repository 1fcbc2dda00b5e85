import {
  CloudFormationClient,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'
import {
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { rotate } from '../../infra/operate/rotate.ts'

const stacks = mockClient(CloudFormationClient)
const secrets = mockClient(SecretsManagerClient)

beforeEach(() => {
  stacks.reset()
  secrets.reset()
  const outputs = ['SecretArn', 'FrontDoorSecretArn'].map((OutputKey) => ({
    OutputKey,
    OutputValue: `arn:${OutputKey}`,
  }))
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
  holds({ masterKey: 'm'.repeat(64), webhookSecret: '' })
})
afterAll(() => {
  stacks.restore()
  secrets.restore()
})

const holds = (secret: object) =>
  secrets
    .on(GetSecretValueCommand)
    .resolves({ SecretString: JSON.stringify(secret), VersionId: 'read-version' })

const written = () => secrets.commandCalls(PutSecretValueCommand)[0]?.args[0].input

test.each([
  ['tokens', 'SecretArn', 'tokenKey'],
  ['pins', 'SecretArn', 'pinKey'],
])('%s get a new key, and the derived one stays valid', async (target, output, field) => {
  const next = await rotate(['--shop', 'corner', target])
  const { SecretId, SecretString = '' } = written() ?? {}
  expect(SecretId).toBe(`arn:${output}`)
  const json = JSON.parse(SecretString)
  expect(json[field]).toMatch(/^[0-9a-f]{64}$/)
  const previous = `previous${field[0]?.toUpperCase()}${field.slice(1)}`
  expect(json[previous]).toMatch(/^[0-9a-f]{64}$/)
  expect(json.masterKey).toBe('m'.repeat(64))
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
  await rotate(['--shop', 'corner', 'webhook'])
  expect(written()?.VersionStages).toEqual(['AWSPENDING'])
  expect(secrets.commandCalls(UpdateSecretVersionStageCommand)[0]?.args[0].input).toEqual(
    {
      SecretId: 'arn:SecretArn',
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: written()?.ClientRequestToken,
      RemoveFromVersionId: 'read-version',
    },
  )
  secrets
    .on(UpdateSecretVersionStageCommand)
    .rejects(new InvalidParameterException({ message: 'moved', $metadata: {} }))
  await expect(rotate(['--shop', 'corner', 'webhook'])).rejects.toThrow('Try again')
})

test('finishing leaves the current value alone', async () => {
  holds({ pinKey: 'new', previousPinKey: 'old' })
  await rotate(['--shop', 'corner', 'pins', '--finish'])
  expect(JSON.parse(written()?.SecretString ?? '')).toEqual({ pinKey: 'new' })
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
})

test('a second rotation waits until the first is finished', async () => {
  holds({ pinKey: 'new', previousPinKey: 'old' })
  await expect(rotate(['--shop', 'corner', 'pins'])).rejects.toThrow('--finish')
  expect(written()).toBeUndefined()
})
