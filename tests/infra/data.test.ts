import { describe, expect, test } from 'vitest'
import { groups } from '../../functions/all.ts'
import { tableSchema } from '../../shared/dynamodb/schema.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()
const adopting = synthesized({ tableName: 'restored', uploadsBucket: 'pictures' })

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

  const resources = (cloudUsed: typeof cloud, name: string, service: string) =>
    cloudUsed
      .permissionsOf(name)
      .filter(({ actions }) => actions.some((action) => action.startsWith(service)))
      .map(({ actions, resources: all }) => ({ actions, count: all.length }))

  test.each(groups)('$name has the same rights on them, under their names', (group) => {
    const { name, uses } = group
    for (const service of ['dynamodb:', 's3:']) {
      expect(resources(adopting, name, service)).toEqual(resources(cloud, name, service))
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
      .flatMap(({ actions, resources: all }) =>
        actions.some((action) => /^(dynamodb|s3):/.test(action)) ? all : [],
      )
      .map((each) => JSON.stringify(each).split(':').at(-1)?.split('"')[0])
    expect([...new Set(named)].sort()).toEqual(
      [
        'table/restored',
        ...tableSchema.indexes.map((index) => `table/restored/index/${index.name}`),
        'pictures',
        'pictures/uploads/*',
      ].sort(),
    )
  })
})

test("the dead-letter queue's name is free to be made again, and no agent may use it", () => {
  const [[id = '', queue] = []] = cloud.ofType('AWS::SQS::Queue')
  expect(queue?.Properties.QueueName).toBeUndefined()
  // CloudFormation names it <stack>-<id>-<random>; agents' queues are <stack>-agent-<uuid>.
  expect(id).not.toMatch(/^agent/i)
})
