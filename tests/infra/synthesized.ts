import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { Deployment } from '../../infra/cloud/deployment.ts'
import { readOptions } from '../../infra/cloud/options.ts'

/** A resource of the template. */
export type CloudResource = {
  readonly Type: string
  readonly Properties: ReturnType<Template['toJSON']>
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
}

/** A statement of a policy, its single values as lists. */
export type Statement = { readonly actions: string[]; readonly resources: unknown[] }

const { context: flags } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'),
)

/**
 * The stack that CDK builds for this context, with empty function code. CDK checks the
 * template by CloudFormation's rules only if it is told to: the rules take seconds to load.
 */
export function deploymentFor(
  context: Record<string, unknown> = {},
  builtinCloudFormationValidation = false,
) {
  const app = new App({ context: flags, builtinCloudFormationValidation })
  const stack = new Deployment(app, 'test-shop', {
    options: readOptions((name) => context[name]),
    codeOf: () => Code.fromInline('export const handler = () => {}'),
  })
  return { app, stack }
}

const made = new Map<string, ReturnType<typeof synthesize>>()

/** The CloudFormation template of a deployment with these options, made once a process. */
export function synthesized(context: Record<string, unknown> = {}) {
  const key = JSON.stringify(context)
  const cloud = made.get(key) ?? synthesize(context)
  made.set(key, cloud)
  return cloud
}

function synthesize(context: Record<string, unknown>) {
  const { stack } = deploymentFor(context)
  const template = Template.fromStack(stack)
  const all = template.toJSON().Resources as Record<string, CloudResource>

  /** The stack's outputs. */
  const outputs = Object.fromEntries(
    Object.entries(template.toJSON().Outputs as Record<string, { Value: unknown }>).map(
      ([name, { Value }]) => [name, Value],
    ),
  )

  const ofType = (type: string) =>
    Object.entries(all).filter(([, resource]) => resource.Type === type)

  /** Id and properties of the function that serves functions/<name>. */
  const functionNamed = (name: string) => {
    const prefix = `Function${name.replaceAll('-', '')}Function`
    const found = ofType('AWS::Lambda::Function').find(([id]) => id.startsWith(prefix))
    if (!found) throw new Error(`the template has no function ${name}`)
    return { id: found[0], ...found[1].Properties } as {
      id: string
      Role: { 'Fn::GetAtt': [string, string] }
      Environment: { Variables: Record<string, unknown> }
      Timeout: number
      RecursiveLoop?: string
      LoggingConfig: { LogGroup: unknown }
    }
  }

  /** A function's permissions. */
  const permissionsOf = (name: string): Statement[] => {
    const [role] = functionNamed(name).Role['Fn::GetAtt']
    const attached = ofType('AWS::IAM::Policy')
      .map(([, { Properties }]) => Properties)
      .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    const inline = all[role]?.Properties.Policies ?? []
    return [...inline, ...attached]
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .map(({ Action, Resource }) => ({
        actions: [Action].flat(),
        resources: [Resource].flat(),
      }))
  }

  const variablesOf = (name: string) => functionNamed(name).Environment.Variables

  return { stack, all, outputs, ofType, functionNamed, permissionsOf, variablesOf }
}
