import {
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { deploy } from '../../infra/operate/deploy.ts'
import { tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { aws, cli, output, streamOf } from './aws.ts'

const s3 = mockClient(S3Client)
const secrets = mockClient(SecretsManagerClient)
const secretArn =
  'arn:aws:secretsmanager:eu-central-1:111122223333:secret:corner-shop-AbCdEf'

/** The runs of CDK. */
let runs: string[]
beforeEach(() => {
  runs = []
  s3.reset()
  secrets.reset()
})

const run = (...options: string[]) =>
  deploy(
    ['--shop', 'corner', ...options.flatMap((option) => ['-c', option])],
    async (args) => {
      runs.push(args.join(' '))
      aws.stack('corner', 'CREATE_COMPLETE', { PublicUrl: 'https://d1.cloudfront.net' })
      return 0
    },
    cli.run,
  )

describe('an existing table', () => {
  it('that was restored gets what a restore leaves behind', async () => {
    aws.table('restored')
    expect(await run('tableName=restored')).toBe(0)
    expect(output()).toContain('The table restored gets the TTL by expiresAt.')
    expect(output()).toContain('The table restored gets recovery to a point in time.')
    expect(output()).toContain('POST /agents')
    expect(output()).not.toContain('initial-setup')
    expect(output()).toContain('No PIN in the table matches')
    const { dynamoDb } = aws
    expect(dynamoDb.commandCalls(UpdateTimeToLiveCommand)).toHaveLength(1)
    expect(dynamoDb.commandCalls(UpdateContinuousBackupsCommand)).toHaveLength(1)
    expect(output()).toContain('The table restored gets a stream of its changes.')
    expect(runs[0]).toContain(`-c tableStreamArn=${streamOf('restored')}`)
    const [stream, protection] = dynamoDb.commandCalls(UpdateTableCommand)
    expect(stream?.args[0].input).toEqual({
      TableName: 'restored',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
    expect(protection?.args[0].input).toEqual({
      TableName: 'restored',
      DeletionProtectionEnabled: true,
    })
  })

  it('that was restored is refused until it is adopted', async () => {
    const restoredTo = new Date('2026-11-22T11:59:00Z')
    aws.table('restored', { restoredTo })
    expect(await run('tableName=restored')).toBe(1)
    expect(output()).toContain('npm run adopt -- --table restored')
    expect(runs).toEqual([])
    aws.table('restored', { restoredTo, adoptedTo: restoredTo.toISOString() })
    expect(await run('tableName=restored')).toBe(0)
  })

  it.each([
    ['is not there', undefined, 'There is no table restored'],
    ['has other keys', { pk: 'id' }, 'it is not a table of this system'],
    [
      'lacks an index',
      { indexes: tableSchema.indexes.slice(1) },
      'aws dynamodb update-table --table-name restored',
    ],
    [
      'has an index with other attributes',
      { indexes: tableSchema.indexes.map((each) => ({ ...each, projects: ['id'] })) },
      'deploy the release that the table is from',
    ],
  ])('that %s is refused and left as it is', async (_, settings, text) => {
    if (settings) aws.table('restored', settings)
    expect(await run('tableName=restored')).toBe(1)
    expect(output()).toContain(text)
    expect(runs).toEqual([])
    expect(aws.dynamoDb.commandCalls(UpdateTimeToLiveCommand)).toEqual([])
  })
})

describe('an existing bucket and existing secrets', () => {
  const named = (name: string) => Object.assign(new Error(name), { name })

  it('are used with the table', async () => {
    aws.table('restored', { isComplete: true })
    s3.on(HeadBucketCommand).resolves({})
    secrets.on(DescribeSecretCommand).resolves({})
    secrets
      .on(GetSecretValueCommand)
      .resolves({ SecretString: `{"masterKey":"${'m'.repeat(64)}"}` })
    const options = [
      'tableName=restored',
      'uploadsBucket=corner-uploads',
      `secretArn=${secretArn}`,
    ]
    expect(await run(...options)).toBe(0)
    for (const option of options) expect(runs[0]).toContain(`-c ${option}`)
    expect(output()).not.toContain('No PIN in the table matches')
  })

  it('that are not there, or are to be deleted, are refused', async () => {
    s3.on(HeadBucketCommand).rejects(named('NotFound'))
    expect(await run('uploadsBucket=corner-uploads')).toBe(1)
    expect(output()).toContain('corner-uploads cannot be used (NotFound)')
    secrets.on(DescribeSecretCommand).rejects(named('ResourceNotFoundException'))
    expect(await run(`secretArn=${secretArn}`)).toBe(1)
    expect(output()).toContain('cannot be used (ResourceNotFoundException)')
    secrets.on(DescribeSecretCommand).resolves({ DeletedDate: new Date() })
    expect(await run(`frontDoorSecretArn=${secretArn}`)).toBe(1)
    expect(output()).toContain(
      `aws secretsmanager restore-secret --secret-id ${secretArn}`,
    )
    expect(runs).toEqual([])
  })
})
