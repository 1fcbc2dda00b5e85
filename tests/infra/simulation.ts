import { runSimulation } from '@cloud-copilot/iam-simulate'
import { concreteValues } from './concrete.ts'
import type { synthesized } from './synthesized.ts'

type Cloud = ReturnType<typeof synthesized>

/**
 * One call of AWS: the IAM action it needs, on which resource, in which partition of a table,
 * with which attributes.
 */
export type Call = {
  readonly action: string
  readonly arn: string
  readonly partition?: string
  readonly attributes?: readonly string[]
}

/** A policy as IAM reads it. */
export type PolicyDocument = { readonly Version: string; readonly Statement: unknown[] }

/** Simulates IAM on a synthesized template, as if it were deployed. */
export function simulated(cloud: Cloud) {
  const concrete = concreteValues(cloud.all)

  const known = new Map<string, ReturnType<typeof readPolicies>>()

  /** The documents that a role has inline and by policies of their own. */
  const policiesOf = (roleId: string) => {
    const policies = known.get(roleId) ?? readPolicies(roleId)
    known.set(roleId, policies)
    return policies
  }

  const readPolicies = (roleId: string) => {
    const inline: { PolicyName: string; PolicyDocument: unknown }[] =
      cloud.all[roleId]?.Properties.Policies ?? []
    const attached = cloud
      .ofType('AWS::IAM::Policy')
      .filter(([, { Properties }]) =>
        Properties.Roles.some((role: { Ref?: string }) => role.Ref === roleId),
      )
      .map(([, { Properties }]) => Properties)
    return [...inline, ...attached].map(({ PolicyName, PolicyDocument }, index) => ({
      name: `${index} ${PolicyName}`,
      policy: concrete(PolicyDocument) as PolicyDocument,
    }))
  }

  /**
   * Returns whether a role may make the call, in a session that a policy may narrow; with
   * other statements than the role has, where they are given.
   */
  const roleMay = async (
    roleId: string,
    { action, arn, partition, attributes }: Call,
    sessionPolicy?: PolicyDocument,
    statements?: readonly unknown[],
  ): Promise<boolean> => {
    // An ARN of S3 names no account.
    const accountId = arn.split(':')[4] || '123456789012'
    const result = await runSimulation(
      {
        request: {
          principal: `arn:aws:sts::123456789012:assumed-role/${roleId}/session`,
          action,
          resource: { resource: arn, accountId },
          contextVariables: {
            ...(partition && { 'dynamodb:LeadingKeys': [partition] }),
            ...(attributes && { 'dynamodb:Attributes': [...attributes] }),
          },
        },
        identityPolicies: statements
          ? [{ name: 'given', policy: { Version: '2012-10-17', Statement: statements } }]
          : policiesOf(roleId),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
        sessionPolicy,
      },
      {},
    )
    if (result.resultType === 'error') {
      throw new Error(`${action} on ${arn}: ${JSON.stringify(result.errors)}`)
    }
    return result.overallResult === 'Allowed'
  }

  const roleOf = (name: string) => cloud.functionNamed(name).Role['Fn::GetAtt'][0]

  return {
    concrete,
    roleMay,
    policiesOf,
    /** Returns those calls that a function's role does not allow. */
    denied: async (name: string, calls: readonly Call[]): Promise<Call[]> => {
      const verdicts = await Promise.all(calls.map((call) => roleMay(roleOf(name), call)))
      return calls.filter((_, index) => !verdicts[index])
    },
    /** A function's environment, as it is after a deployment. */
    environmentOf: (name: string) =>
      concrete(cloud.variablesOf(name)) as Readonly<Record<string, string>>,
  }
}
