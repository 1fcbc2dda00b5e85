import { expect, it } from 'vitest'
import { accountLimitsMet } from '../../infra/operate/failure-causes.ts'
import { aws } from './aws.ts'

const hourMs = 3_600_000

it.each([
  [
    'Access denied for operation: Your account must be verified before you can add new CloudFront resources.',
    'Open a support case',
  ],
  ['Invalid request: AWS::CloudFront::CachePolicy: TooManyCachePolicies', '20 policies'],
  ['Cannot exceed quota for RolesPerAccount: 1000 (Service: Iam)', 'L-FE177D64'],
])(
  'a stack that fails by "%s" says what to do, after that change alone',
  async (reason, todo) => {
    const met = () => accountLimitsMet('corner', Date.now() - hourMs)
    aws.failed('corner', reason)
    expect(await met()).toEqual([expect.stringContaining(todo)])
    aws.failed('corner', reason, 2 * hourMs)
    expect(await met()).toEqual([])
  },
)

it('a failure of another cause, or a stack without events, says nothing', async () => {
  expect(await accountLimitsMet('corner', 0)).toEqual([])
  aws.failed('corner', 'Resource creation cancelled')
  expect(await accountLimitsMet('corner', 0)).toEqual([])
})
