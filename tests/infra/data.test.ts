import { describe, expect, test } from 'vitest'
import { groups } from '../../functions/all.ts'
import { tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { arnOf } from './concrete.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()
const adopting = synthesized({
  tableName: 'restored',
  tableStreamArn: arnOf('dynamodb', 'table/restored/stream/2026-01-01T00:00:00.000'),
  uploadsBucket: 'pictures',
})

const kept = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket']

describe("the shop's data", () => {
  test.each(kept)('in %s outlives the stack, but not a failed first create', (type) => {
    const [[, resource] = [], ...more] = cloud.ofType(type)
    expect(more).toEqual([])
    expect(resource).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    })
  })

  test('can be deleted by mistake until the first create has succeeded', () => {
    const isProtected = ({ ofType, stack } = cloud) => {
      const [[, table] = []] = ofType('AWS::DynamoDB::GlobalTable')
      return {
        table: table?.Properties.Replicas[0].DeletionProtectionEnabled,
        stack: stack.terminationProtection,
      }
    }
    expect(isProtected()).toEqual({ table: false, stack: false })
    const later = synthesized({ protectTable: 'true' })
    expect(isProtected(later)).toEqual({ table: true, stack: true })
  })

  test('in the bucket keeps old versions as long as the table can be recovered', () => {
    const [[, bucket] = []] = cloud.ofType('AWS::S3::Bucket')
    expect(bucket?.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' })
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([
      {
        Status: 'Enabled',
        NoncurrentVersionExpiration: { NoncurrentDays: 35 },
        ExpiredObjectDeleteMarker: true,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ])
  })
})

describe('an existing table and bucket', () => {
  test('are used instead of new ones', () => {
    expect(kept.flatMap((type) => adopting.ofType(type))).toEqual([])
    expect(adopting.ofType('AWS::S3::BucketPolicy')).toEqual([])
  })

  /** A function's actions on a service, and on how many resources. */
  const rightsOn = (service: string, name: string, { permissionsOf } = cloud) =>
    permissionsOf(name)
      .filter(({ actions }) => actions.some((action) => action.startsWith(service)))
      .map(({ actions, resources }) => ({ actions, count: resources.length }))

  test.each(groups)('$name has the same rights on them, under their names', (group) => {
    const { name, uses } = group
    for (const service of ['dynamodb:', 's3:']) {
      expect(rightsOn(service, name, adopting)).toEqual(rightsOn(service, name))
    }
    const variables = adopting.variablesOf(name)
    const reads = uses.includes('table') || uses.includes('table:read')
    expect(variables.TABLE_NAME).toBe(reads ? 'restored' : undefined)
    expect(variables.UPLOADS_BUCKET).toBe(
      uses.includes('uploads') ? 'pictures' : undefined,
    )
  })

  test('are all that these rights are for, with every index', () => {
    const named = adopting
      .permissionsOf('uploads')
      .filter(({ actions }) => actions.some((action) => /^(dynamodb|s3):/.test(action)))
      .flatMap(({ resources }) => resources)
      .map((arn) => JSON.stringify(arn).split(':').at(-1)?.split('"')[0])
    expect(new Set(named)).toEqual(
      new Set([
        'table/restored',
        ...tableSchema.indexes.map((index) => `table/restored/index/${index.name}`),
        'pictures',
        'pictures/uploads/*',
        'pictures/shops/*',
      ]),
    )
  })
})

test("the dead-letter queue's name is free to be made again, and no agent may use it", () => {
  const queues = cloud.ofType('AWS::SQS::Queue')
  expect(queues).toHaveLength(1)
  for (const [id, { Properties }] of queues) {
    expect(Properties.QueueName).toBeUndefined()
    // CloudFormation names it <stack>-<id>-<random>; agents' queues are <stack>-agent-<id>.
    expect(id).not.toMatch(/^agent/i)
  }
})
