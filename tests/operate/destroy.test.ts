import { UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation'
import { DeleteTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import {
  DeleteSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { DeleteQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { destroy } from '../../infra/operate/destroy.ts'
import { parameterNames } from '../../shared/platform/deployment/secret-fields.ts'
import { aws, output, parameters } from './aws.ts'

const s3 = mockClient(S3Client)
const secrets = mockClient(SecretsManagerClient)
const sqs = mockClient(SQSClient)

const secretArn =
  'arn:aws:secretsmanager:eu-central-1:111122223333:secret:corner-shop-AbCdEf'
const frontDoorSecretArn = secretArn.replace('-shop-', '-door-')
const queues = 'https://sqs.eu-central-1.amazonaws.com/111122223333'
const agentQueue = `${queues}/corner-agent-0198a1b2-0000-7000-8000-000000000001.fifo`
let answers: string[]
let done: string[]
let cdkExitCode: number
beforeEach(() => {
  ;[answers, done, cdkExitCode] = [[], [], 0]
  for (const mock of [s3, secrets, sqs]) mock.reset()
  sqs.on(ListQueuesCommand).resolves({
    QueueUrls: [
      agentQueue,
      // Of a shop that is called corner-agent
      `${queues}/corner-agent-agent-0198a1b2-0000-7000-8000-000000000001.fifo`,
    ],
  })
  aws.table('corner-table', { isComplete: true })
  for (const name of parameterNames) parameters.set(`/corner/${name}`, {})
  deployedWith({ alarmEmail: 'a@shop.example' })
})

const deployedWith = (options: Readonly<Record<string, string>>) =>
  aws.stack('corner', 'UPDATE_COMPLETE', {
    TableName: 'corner-table',
    UploadsBucket: 'corner-uploads',
    SecretsPath: '/corner',
    FrontDoorSecretArn: frontDoorSecretArn,
    Options: JSON.stringify(options),
  })

const run = (...args: string[]) =>
  destroy(['--shop', 'corner', ...args], {
    cdk: async (args, region) => {
      done.push(`cdk ${args.join(' ')} in ${region}`)
      return cdkExitCode
    },
    ask: async () => answers.shift() ?? '',
  })

const namesOf = (calls: readonly { readonly args: readonly object[] }[]) =>
  calls.map(({ args: [command] }) => command?.constructor.name ?? '')

/** Calls of AWS that changed something. */
const changes = () =>
  [
    ...namesOf(aws.cloudFormation.calls()),
    ...namesOf(aws.dynamoDb.calls()),
    ...namesOf(s3.calls()),
    ...namesOf(secrets.calls()),
    ...namesOf(sqs.calls()),
    ...namesOf(parameters.ssm.calls()),
  ].filter((name) => !/^(Describe|List|Get)/.test(name))

const cdkRun = 'cdk destroy -c shop=corner --force in eu-central-1'

it('removes the stack and the queues of its agents, and keeps the data', async () => {
  answers = ['corner']
  expect(await run()).toBe(0)
  expect(done).toEqual([cdkRun])
  expect(changes()).toEqual(['UpdateTerminationProtectionCommand', 'DeleteQueueCommand'])
  const [protection] = aws.cloudFormation.commandCalls(UpdateTerminationProtectionCommand)
  expect(protection?.args[0].input.EnableTerminationProtection).toBe(false)
  const gone = sqs
    .commandCalls(DeleteQueueCommand)
    .map(({ args }) => args[0].input.QueueUrl)
  expect(gone).toEqual([agentQueue])
  expect(output()).toContain(
    'npm run deploy -- --shop corner -c alarmEmail=a@shop.example -c tableName=corner-table ' +
      `-c uploadsBucket=corner-uploads -c frontDoorSecretArn=${frontDoorSecretArn}`,
  )
})

it('removes the queues of further shops, too', async () => {
  const ofFurtherShop = `${queues}/corner-agent-next-door-AZiisgAAcACAAAAAAAAAAQ.fifo`
  sqs.on(ListQueuesCommand).resolves({ QueueUrls: [ofFurtherShop] })
  answers = ['corner']
  expect(await run()).toBe(0)
  const [deletion] = sqs.commandCalls(DeleteQueueCommand)
  expect(deletion?.args[0].input.QueueUrl).toBe(ofFurtherShop)
})

it('deletes the data too when told to, and told again', async () => {
  s3.on(ListObjectVersionsCommand)
    .resolvesOnce({
      Versions: [{ Key: 'uploads/a.png', VersionId: '1' }],
      DeleteMarkers: [{ Key: 'uploads/b.png', VersionId: '2' }],
    })
    .resolves({})
  s3.on(DeleteObjectsCommand).resolves({})
  answers = ['corner', 'delete all data of corner']
  expect(await run('--with-data')).toBe(0)
  expect(done).toEqual([cdkRun])
  const [unprotect] = aws.dynamoDb.commandCalls(UpdateTableCommand)
  expect(unprotect?.args[0].input.DeletionProtectionEnabled).toBe(false)
  expect(aws.dynamoDb.commandCalls(DeleteTableCommand)).toHaveLength(1)
  const [files] = s3.commandCalls(DeleteObjectsCommand)
  expect(files?.args[0].input.Delete?.Objects).toHaveLength(2)
  expect(s3.commandCalls(DeleteBucketCommand)).toHaveLength(1)
  const gone = secrets
    .commandCalls(DeleteSecretCommand)
    .map(({ args: [{ input }] }) => input)
  expect(gone).toEqual([{ SecretId: frontDoorSecretArn, RecoveryWindowInDays: 7 }])
  expect(parameters.texts()).toEqual({})
})

describe('the secrets of a stack', () => {
  it('stay with its data, without the entry that they came from', async () => {
    deployedWith({ secretArn })
    answers = ['corner']
    expect(await run()).toBe(0)
    expect(Object.keys(parameters.texts())).toHaveLength(6)
    expect(output()).toContain('the parameters with the keys of PINs and tokens: /corner')
    expect(output()).not.toContain('secretArn=')
  })

  it('go last, and only after the stack: a deletion that is cut off has lost no PIN', async () => {
    s3.on(ListObjectVersionsCommand).resolves({})
    for (const cut of [DeleteBucketCommand, DeleteSecretCommand]) {
      const mock = cut === DeleteBucketCommand ? s3 : secrets
      ;(mock as typeof s3)
        .on(cut as typeof DeleteBucketCommand)
        .rejectsOnce(new Error('cut'))
      answers = ['corner', 'delete all data of corner']
      expect(await run('--with-data')).toBe(1)
      expect(Object.keys(parameters.texts())).toHaveLength(6)
    }
    for (const code of [0, 0]) {
      answers = ['corner', 'delete all data of corner']
      expect(await run('--with-data')).toBe(code)
      expect(parameters.texts()).toEqual({})
    }
  })

  it('go with the data of a stack of the release before', async () => {
    aws.stack('corner', 'UPDATE_COMPLETE', { SecretArn: secretArn, Options: '{}' })
    answers = ['corner', 'delete all data of corner']
    expect(await run('--with-data')).toBe(0)
    const [gone] = secrets.commandCalls(DeleteSecretCommand)
    expect(gone?.args[0].input.SecretId).toBe(secretArn)
  })
})

describe('data that the stack did not make', () => {
  const staying = (parts: Readonly<Record<string, string>>) =>
    expect(output()).toContain(
      [
        'This stays, because corner did not make it and another stack may use it:',
        ...Object.entries(parts).map(([what, name]) => `  ${what}: ${name}`),
      ].join('\n'),
    )

  it('stays, and the rest is deleted', async () => {
    deployedWith({ tableName: 'corner-table', secretArn, frontDoorSecretArn })
    s3.on(ListObjectVersionsCommand).resolves({})
    answers = ['corner', 'delete all data of corner']
    expect(await run('--with-data')).toBe(0)
    expect(changes()).toEqual([
      'UpdateTerminationProtectionCommand',
      'DeleteBucketCommand',
      'DeleteQueueCommand',
      'DeleteParametersCommand',
    ])
    staying({
      'the table with all records': 'corner-table',
      "the front door's secret": frontDoorSecretArn,
    })
  })

  it('is all that there is: only the parameters are deleted', async () => {
    deployedWith({
      tableName: 'corner-table',
      uploadsBucket: 'corner-uploads',
      secretArn,
      frontDoorSecretArn,
    })
    answers = ['corner', 'delete all data of corner']
    expect(await run('--with-data')).toBe(0)
    expect(changes()).toEqual([
      'UpdateTerminationProtectionCommand',
      'DeleteQueueCommand',
      'DeleteParametersCommand',
    ])
    expect(output()).not.toContain('Deleted the table')
  })
})

describe('nothing is changed', () => {
  it.each([
    ['without an answer', [], []],
    ['when another name is typed', ['Corner'], []],
    ['when the data is not confirmed', ['corner', 'yes'], ['--with-data']],
    ['when an option is unknown', ['corner'], ['--force']],
  ])('%s', async (_, given, args) => {
    answers = [...given]
    expect(await run(...args)).not.toBe(0)
    expect(done).toEqual([])
    expect(changes()).toEqual([])
  })

  it('where there is no such stack', async () => {
    aws.noStack('corner')
    sqs.on(ListQueuesCommand).resolves({})
    expect(await run()).toBe(1)
    expect(output()).toContain('There is no stack corner')
  })
})

describe('a stack that cannot be removed', () => {
  it('leaves queues and data, and the command is repeated', async () => {
    answers = ['corner', 'delete all data of corner']
    cdkExitCode = 1
    expect(await run('--with-data')).toBe(1)
    expect(output()).toContain('Data and queues are untouched')
    expect(changes()).toEqual(['UpdateTerminationProtectionCommand'])
  })

  it('that is gone by now leaves its queues to a repetition', async () => {
    aws.noStack('corner')
    answers = ['corner']
    expect(await run()).toBe(0)
    expect(done).toEqual([])
    expect(changes()).toEqual(['DeleteQueueCommand'])
  })
})
