import { expect, test } from 'vitest'
import { worker } from '../../functions/stream/worker.ts'
import { isFollowed } from '../../shared/events/changes/followed-records.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()
const [[, mapping] = [], ...others] = cloud.ofType('AWS::Lambda::EventSourceMapping')
const [[tableId, table] = []] = cloud.ofType('AWS::DynamoDB::GlobalTable')

test("the table's stream shows both images, and invokes one function until it succeeds", () => {
  expect(table?.Properties.StreamSpecification).toEqual({
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  })
  expect(others).toEqual([])
  expect(mapping?.Properties).toMatchObject({
    EventSourceArn: { 'Fn::GetAtt': [tableId, 'StreamArn'] },
    FunctionName: { Ref: cloud.functionNamed('stream').id },
    StartingPosition: 'TRIM_HORIZON',
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    BisectBatchOnFunctionError: true,
    MaximumRecordAgeInSeconds: 24 * 60 * 60,
  })
  // Unlimited attempts, and no wait for a batch to fill
  expect(mapping?.Properties).not.toHaveProperty('MaximumRetryAttempts')
  expect(mapping?.Properties).not.toHaveProperty('MaximumBatchingWindowInSeconds')
})

/** True if the mapping's filters let a record pass, as Lambda documents them. */
function passes(pk: string, sk: string): boolean {
  const filters: { Pattern: string }[] = mapping?.Properties.FilterCriteria.Filters
  return filters.some(({ Pattern }) => {
    const { Keys } = JSON.parse(Pattern).dynamodb
    return Object.entries(
      Keys as Record<string, { S: (string | { suffix: string })[] }>,
    ).every(([name, { S }]) => {
      const value = name === 'pk' ? pk : sk
      return S.some((match) =>
        typeof match === 'string' ? match === value : value.endsWith(match.suffix),
      )
    })
  })
}

test.each([
  ['PRODUCT', '0a'],
  ['ORDER#0a', 'ORDER'],
  ['IDEMPOTENCY#0a', 'ANSWER'],
  ['SESSION#0a', 'SESSION'],
  ['LOGIN-LIMIT#0a', 'LIMIT'],
  ['RATE#corner', '1'],
  ['TUNNEL#0a_0b', 'PART#0'],
  ['AUDIT', '1#0a'],
  ['WATCHERS', 'L0SM9cOFvHcCIhw='],
  ['DAY', 'DAY'],
  ['TICKET', '0a'],
  ['ORDER#0a', 'FIRED#0b'],
  ['UNIQUE#SKU#0a', 'GUARD'],
  ['DISH-USE#1', 'COUNTS'],
])('the filters know whether %s, %s is followed, in every shop', (pk, sk) => {
  const expected = isFollowed(worker.follows, { pk, sk })
  expect([passes(pk, sk), passes(`@corner#${pk}`, sk)]).toEqual([expected, expected])
})

test('few filters are enough, and short ones: AWS allows five of 4,096 characters', () => {
  const { Filters } = mapping?.Properties.FilterCriteria ?? {}
  expect(Filters.length).toBeLessThanOrEqual(5)
  for (const { Pattern } of Filters) expect(Pattern.length).toBeLessThan(4_096)
})
