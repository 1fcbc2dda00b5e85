import { expect, test } from 'vitest'
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
