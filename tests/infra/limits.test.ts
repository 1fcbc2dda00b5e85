import { expect, test } from 'vitest'
import { groups } from '../../functions/all.ts'
import { rolesOfShop } from '../../infra/operate/account-limits.ts'
import { type Endpoint, routeKey } from '../../shared/platform/http/endpoint.ts'
import { simulated } from './simulation.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()
const { concrete, policiesOf } = simulated(cloud)

const idsOf = (type: string) => cloud.ofType(type).map(([id]) => id)

/** Bytes of a value as AWS counts them: after the deployment, without white space. */
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(concrete(value)))

const over = (limit: number, sizes: readonly (readonly [string, number])[]) => {
  expect(sizes).not.toEqual([])
  return sizes.filter(([, size]) => size > limit)
}

test('the template is smaller than the 1 MB that CloudFormation accepts', () => {
  const template = { Resources: cloud.all, Outputs: cloud.outputs }
  // CDK adds metadata and indents what it uploads.
  expect(Buffer.byteLength(JSON.stringify(template, null, 1))).toBeLessThan(1_000_000)
})

test('a stack has as many roles as npm run deploy finds room for', () => {
  const roles = idsOf('AWS::IAM::Role').length
  expect(roles).toBeLessThanOrEqual(rolesOfShop)
  expect(roles).toBeGreaterThan(rolesOfShop - 15)
})

test('every role has fewer than 10 managed policies', () => {
  const sizes = cloud
    .ofType('AWS::IAM::Role')
    .map(
      ([id, { Properties }]) =>
        [id, (Properties.ManagedPolicyArns ?? []).length] as const,
    )
  expect(over(9, sizes)).toEqual([])
})

test("a role's inline policies together are smaller than 10,240 characters", () => {
  const sizes = idsOf('AWS::IAM::Role').map((id) => {
    const lengths = policiesOf(id).map(({ policy }) => bytesOf(policy))
    return [id, lengths.reduce((sum, length) => sum + length, 0)] as const
  })
  expect(over(10_240, sizes)).toEqual([])
})

test("a function's environment is smaller than 4 KB", () => {
  const sizes = cloud
    .ofType('AWS::Lambda::Function')
    .map(([id, { Properties }]) => [id, bytesOf(Properties.Environment ?? {})] as const)
  expect(over(4_096, sizes)).toEqual([])
})

test("a function's resource policy is smaller than 20 KB", () => {
  const statements = new Map<string, number>()
  for (const [, { Properties }] of cloud.ofType('AWS::Lambda::Permission')) {
    const name = JSON.stringify(Properties.FunctionName)
    // References are longer than what they stand for; Lambda adds an id and operators.
    const size = JSON.stringify(Properties).length + 100
    statements.set(name, (statements.get(name) ?? 0) + size)
  }
  expect(over(20_000, [...statements])).toEqual([])
})

test("a flood of one public route leaves the other routes, and the staff's, their own limits", () => {
  const limitsOf = (context = {}) => {
    const stages = synthesized(context).ofType('AWS::ApiGatewayV2::Stage')
    const found = stages.find(([, { Properties }]) => Properties.StageName === '$default')
    return found?.[1].Properties ?? {}
  }
  const { DefaultRouteSettings, RouteSettings } = limitsOf()
  expect(DefaultRouteSettings).toMatchObject({
    ThrottlingRateLimit: 200,
    ThrottlingBurstLimit: 400,
  })
  const needToken = ({ access }: Endpoint) =>
    typeof access === 'object' ||
    ['token', 'administrator', 'wallet', 'agent'].includes(access)
  const publicKeys = groups
    .flatMap(({ endpoints }) => Object.values<Endpoint>(endpoints))
    .filter((endpoint) => !needToken(endpoint))
    .map(routeKey)
  expect(publicKeys).toContain('POST /auth/login')
  expect(RouteSettings).toEqual(
    Object.fromEntries(
      [...publicKeys, '$default'].map((key) => [
        key,
        { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 200 },
      ]),
    ),
  )
  const lower = limitsOf({ publicRate: '5', signedInRate: '20' })
  expect(lower.RouteSettings.$default).toEqual({
    ThrottlingRateLimit: 5,
    ThrottlingBurstLimit: 20,
  })
  expect(lower.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 20 })
})

test('open invoices may be looked up longer than Lambda lets loops run, without an agent', () => {
  const direct = synthesized({ nodeUrl: 'https://node.example' })
  expect(direct.functionNamed('refunds').RecursiveLoop).toBe('Allow')
  expect(direct.ofType('AWS::Lambda::EventSourceMapping')).toHaveLength(2)
  expect(cloud.ofType('AWS::Lambda::EventSourceMapping')).toHaveLength(1)
  const [queue] = direct
    .ofType('AWS::SQS::Queue')
    .filter(([, { Properties }]) => !Properties.FifoQueue)
  const { Timeout } = direct.functionNamed('refunds')
  expect(queue?.[1].Properties.VisibilityTimeout).toBeGreaterThan(Timeout)
})

test('only three workers may invoke themselves more often than Lambda lets loops run', () => {
  const recursive = cloud
    .ofType('AWS::Lambda::Function')
    .filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow')
    .map(([id]) => id)
  const named = ['replays', 'imports', 'deliveries'].map(
    (name) => cloud.functionNamed(name).id,
  )
  expect(recursive.sort()).toEqual(named.sort())
})

test('a web ACL is put before the front door', () => {
  const aclOf = (context = {}) =>
    synthesized(context).ofType('AWS::CloudFront::Distribution')[0]?.[1].Properties
      .DistributionConfig.WebACLId
  const webAclArn = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/corner/1'
  expect([aclOf(), aclOf({ webAclArn })]).toEqual([undefined, webAclArn])
})
