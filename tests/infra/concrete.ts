import type { CloudResource } from './synthesized.ts'

const account = '123456789012'
const region = 'eu-central-1'

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::StackName': 'test-shop',
  'AWS::URLSuffix': 'amazonaws.com',
}

/** The ARN of a resource of the deployments that tests simulate. */
export const arnOf = (service: string, resource: string) =>
  `arn:aws:${service}:${region}:${account}:${resource}`

/** Value of `Ref` and attributes of a deployed resource, by its type. */
const deployed: Readonly<
  Record<string, (name: string) => { ref: string; attributes?: Record<string, string> }>
> = {
  'AWS::ApiGatewayV2::Api': (name) => ({ ref: name.toLowerCase() }),
  'AWS::CloudFront::Distribution': (name) => ({
    ref: name,
    attributes: { DomainName: `${name.toLowerCase()}.cloudfront.net` },
  }),
  'AWS::DynamoDB::GlobalTable': (name) => table(name),
  'AWS::DynamoDB::Table': (name) => table(name),
  'AWS::IAM::Role': (name) => ({
    ref: name,
    attributes: { Arn: `arn:aws:iam::${account}:role/${name}` },
  }),
  'AWS::Lambda::Function': (name) => ({
    ref: name,
    attributes: { Arn: arnOf('lambda', `function:${name}`) },
  }),
  'AWS::Logs::LogGroup': (name) => ({
    ref: name,
    attributes: { Arn: arnOf('logs', `log-group:${name}:*`) },
  }),
  'AWS::S3::Bucket': (name) => ({
    ref: name.toLowerCase(),
    attributes: { Arn: `arn:aws:s3:::${name.toLowerCase()}` },
  }),
  'AWS::SecretsManager::Secret': (name) => ({
    ref: arnOf('secretsmanager', `secret:${name}-AbCdEf`),
  }),
  'AWS::SQS::Queue': (name) => ({
    ref: `https://sqs.${region}.amazonaws.com/${account}/${name}`,
    attributes: { Arn: arnOf('sqs', name), QueueName: name },
  }),
}

const table = (name: string) => ({
  ref: name,
  attributes: {
    Arn: arnOf('dynamodb', `table/${name}`),
    StreamArn: arnOf('dynamodb', `table/${name}/stream/2026-01-01T00:00:00.000`),
  },
})

/** Properties that name a resource; one that the template does not name has its logical id. */
const nameProperties = [
  'TableName',
  'BucketName',
  'QueueName',
  'FunctionName',
  'LogGroupName',
  'RoleName',
]

/**
 * Returns a function that replaces CloudFormation's intrinsic functions in a value by
 * their values after a deployment. Throws on those that no policy or variable uses yet.
 */
export function concreteValues(resources: Readonly<Record<string, CloudResource>>) {
  const lookUp = (id: string, attribute?: string): string => {
    const pseudo = pseudoParameters[id]
    if (pseudo) return pseudo
    const { Type = 'missing', Properties = {} } = resources[id] ?? {}
    const name = nameProperties.map((each) => Properties[each]).find(isText) ?? id
    const known = deployed[Type]?.(name)
    const found = attribute === undefined ? known?.ref : known?.attributes?.[attribute]
    if (found === undefined) throw new Error(`what is ${id}.${attribute} (${Type})?`)
    return found
  }

  const functions: Readonly<Record<string, (argument: never) => unknown>> = {
    Ref: (id: string) => lookUp(id),
    'Fn::GetAtt': (argument: string | string[]) => {
      const [id = '', attribute] = [argument]
        .flat()
        .join('.')
        .split(/\.(.*)/)
      return lookUp(id, attribute)
    },
    'Fn::Join': ([separator, parts]: [string, unknown[]]) =>
      (concrete(parts) as string[]).join(separator),
    'Fn::Split': ([separator, text]: [string, unknown]) =>
      String(concrete(text)).split(separator),
    'Fn::Select': ([index, list]: [number, unknown]) =>
      (concrete(list) as string[])[Number(index)],
    'Fn::Sub': (argument: string | [string, Record<string, unknown>]) => {
      const [text, own] = typeof argument === 'string' ? [argument, {}] : argument
      const names: Readonly<Record<string, unknown>> = own
      return text.replace(/\$\{([^!}.]+)\.?([^}]*)\}/g, (_, id, attribute) =>
        id in names ? String(concrete(names[id])) : lookUp(id, attribute || undefined),
      )
    },
  }

  const concrete = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(concrete)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const [name = '', argument] = entries[0] ?? []
    if (entries.length === 1 && /^(Ref|Fn::\w+)$/.test(name)) {
      const known = functions[name]
      if (!known) throw new Error(`unknown intrinsic function ${name}`)
      return known(argument as never)
    }
    return Object.fromEntries(entries.map(([key, each]) => [key, concrete(each)]))
  }

  return concrete
}

const isText = (value: unknown): value is string => typeof value === 'string'
