import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { expect, test } from 'vitest'
import { drawn } from '../support/scale.ts'
import { deploymentFor } from './synthesized.ts'

const customDomain = {
  domainName: 'pos.shop.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c3d',
}

const everything = {
  ...customDomain,
  alarmEmail: 'owner@shop.example',
  detailedDashboard: true,
  docsPage: true,
  protectTable: true,
  publicLoginScreen: true,
  setupCode: 'correct-horse',
}

const secretArn = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:shop-AbCdEf'

const restored = {
  tableName: 'restored',
  tableStreamArn:
    'arn:aws:dynamodb:us-east-1:111111111111:table/restored/stream/2026-01-01T00:00:00.000',
}
const elsewhere = {
  nodeUrl: 'https://node.example',
  ...restored,
  uploadsBucket: 'pictures',
  secretArn,
  frontDoorSecretArn: secretArn,
  keepWarm: false,
}

const deployments: readonly (readonly [string, Record<string, unknown>])[] = [
  ['by default', {}],
  [
    'with a custom domain and an email address for alarms',
    { ...customDomain, alarmEmail: 'owner@shop.example' },
  ],
  [
    'with a node reached by URL and data from before',
    {
      nodeUrl: 'https://node.example',
      ...restored,
      uploadsBucket: 'pictures',
    },
  ],
]

test.each(drawn(deployments.slice(0, 1), deployments))(
  'cdk-nag finds nothing that is not acknowledged %s',
  (_, context) => {
    const { app } = deploymentFor(context)
    const { violations } = new AwsSolutionsChecks(app).validateScope(app)
    expect(violations.map(({ ruleName }) => ruleName)).toEqual([])
  },
)

const extremes: readonly (readonly [string, Record<string, unknown>])[] = [
  ['with all that it may have', everything],
  ['with a node, data and secrets from elsewhere', elsewhere],
]

test.each(drawn(extremes.slice(0, 1), extremes))(
  "CloudFormation's rules hold %s",
  (_, context) => {
    const { app } = deploymentFor(context, true)
    expect(() => app.synth()).not.toThrow()
  },
)

test('the feature flags of CDK are the recommended ones', async () => {
  const file = fileURLToPath(
    import.meta.resolve('aws-cdk-lib/recommended-feature-flags.json'),
  )
  const recommended = JSON.parse(readFileSync(file, 'utf8'))
  expect(deploymentFor().app.node.getAllContext()).toMatchObject(recommended)
})

test('every acknowledged finding has a reason', () => {
  const { stack } = deploymentFor()
  const reasons = stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.values(data as Record<string, string>))
  expect(reasons.length).toBeGreaterThan(0)
  expect(reasons.filter((reason) => reason.split(' ').length < 6)).toEqual([])
})
