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

/** The stack that CDK builds for this context, with empty function code. */
export function deploymentFor(context: Record<string, unknown> = {}) {
  const app = new App()
  const stack = new Deployment(app, 'test-shop', {
    options: readOptions((name) => context[name]),
    codeOf: () => Code.fromInline('export const handler = () => {}'),
  })
  return { app, stack }
}

/** The CloudFormation template of a deployment with these options. */
export function synthesized(context: Record<string, unknown> = {}) {
  const template = Template.fromStack(deploymentFor(context).stack)
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
      LoggingConfig: { LogGroup: unknown }
    }
  }

  /** A function's permissions. */
  const permissionsOf = (name: string): Statement[] => {
    const [role] = functionNamed(name).Role['Fn::GetAtt']
    return ofType('AWS::IAM::Policy')
      .filter(([, { Properties }]) =>
        Properties.Roles.some((each: { Ref: string }) => each.Ref === role),
      )
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .map(({ Action, Resource }) => ({
        actions: [Action].flat(),
        resources: [Resource].flat(),
      }))
  }

  const variablesOf = (name: string) => functionNamed(name).Environment.Variables

  return { all, outputs, ofType, functionNamed, permissionsOf, variablesOf }
}
