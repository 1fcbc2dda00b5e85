import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda'
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deploy } from '../../infra/operate/deploy.ts'
import { parameterNames } from '../../shared/platform/deployment/secret-fields.ts'
import { earlierIndexes, tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { layoutVersion } from '../../shared/platform/dynamodb/schema-version.ts'
import { aws, cli, httpStage, listOf, output, parameters, streamOf } from './aws.ts'

/** Contexts of the runs of CDK, in their order. */
let runs: Readonly<Record<string, string>>[]
let commands: string[]
let exitCodes: number[]
beforeEach(() => {
  ;[runs, commands, exitCodes] = [[], [], []]
})

/** The outputs that the stack has once CDK has deployed it. */
const outputs: Readonly<Record<string, string>> = {
  PublicUrl: 'https://d1.cloudfront.net',
  FrontDoorDomain: 'd1.cloudfront.net',
  TableName: 'corner-table',
  SecretsPath: '/corner',
  Options: '{}',
}
const domainName = 'pos.shop.example'
const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/1'

const cdk = async (args: readonly string[]) => {
  const context = args.flatMap((arg, at) =>
    args[at - 1] === '-c' ? [arg.split('=')] : [],
  )
  const run = Object.fromEntries(context)
  runs.push(run)
  commands.push(args.filter((arg, at) => arg !== '-c' && args[at - 1] !== '-c').join(' '))
  const code = exitCodes.shift() ?? 0
  if (code === 0) {
    const deployed = { ...outputs, SetupCode: run.setupCode ?? '' }
    aws.stack('corner', 'UPDATE_COMPLETE', deployed)
    aws.table('corner-table', { isComplete: true })
  }
  return code
}
const run = (...args: string[]) => deploy(['--shop', 'corner', ...args], cdk, cli.run)

/** The shop as an earlier deployment left it. */
function deployed(
  more: Readonly<Record<string, string>> = {},
  status = 'UPDATE_COMPLETE',
) {
  aws.table('corner-table', { isComplete: true })
  for (const name of parameterNames) parameters.set(`/corner/${name}`, {})
  aws.stack('corner', status, { ...outputs, SetupCode: 'K7WM-3FQP-ZT2H', ...more })
}

describe('a first deployment', () => {
  it('deploys, then protects the table, and says what to do next', async () => {
    const options = `-c domainName=${domainName} -c certificateArn=${certificateArn}`
    expect(await run(...options.split(' '))).toBe(0)
    expect(commands).toEqual(['deploy', 'deploy'])
    const [first, second] = runs
    expect(first).toEqual({
      shop: 'corner',
      domainName,
      certificateArn,
      setupCode: expect.stringMatching(/^([A-HJKMNP-Z2-9]{4}-){2}[A-HJKMNP-Z2-9]{4}$/),
      protectTable: 'false',
    })
    expect(second).toEqual({ ...first, protectTable: 'true' })
    for (const text of [
      'https://pos.shop.example/initial-setup',
      `"setupCode":"${first?.setupCode}"`,
      'pos.shop.example must point to d1.cloudfront.net',
      'npm run build-agent',
      'https://pos.shop.example/webhook/node',
      '--name /corner/webhook-secret',
      'docs/runbook.md',
    ]) {
      expect(output()).toContain(text)
    }
  })

  it('that fails is not protected; the next one is a first one again', async () => {
    exitCodes = [1]
    aws.failed('corner', 'Cannot exceed quota for RolesPerAccount: 1000')
    expect(await run()).toBe(1)
    expect(runs).toHaveLength(1)
    expect(output()).toContain('IAM roles are used up')
    expect(output()).toContain('CDK ended with 1')
    aws.stack('corner', 'ROLLBACK_COMPLETE', {})
    expect(await run()).toBe(0)
    expect(runs.map(({ protectTable }) => protectTable)).toEqual([
      'false',
      'false',
      'true',
    ])
  })

  it('that fails at its second pass says what to do next all the same', async () => {
    exitCodes = [0, 1]
    expect(await run()).toBe(1)
    expect(output()).toContain(`"setupCode":"${runs[0]?.setupCode}"`)
    expect(output()).toContain('npm run build-agent')
    expect(output().trimEnd()).toMatch(/CDK ended with 1.*repeat the command\.$/)
    expect(await run()).toBe(0)
    expect(runs[2]).toEqual(runs[1])
    expect(output()).toContain("its setup code is the stack's output SetupCode")
  })

  it('warns of what in the account may end it: no CloudFront so far, a plan that ends', async () => {
    cli.answer('cloudfront list-distributions', {})
    cli.answer('freetier get-account-plan-state', { accountPlanType: 'FREE' })
    expect(await run()).toBe(0)
    expect(output()).toContain('no CloudFront distribution yet')
    expect(output()).toContain("on AWS's free plan")
    expect(output()).not.toContain('Not checked')
  })

  it('continues where limits cannot be read, and says which', async () => {
    const denied = Object.assign(new Error('aws'), {
      stderr:
        'An error occurred (AccessDenied) when calling the GetAccountSummary operation',
    })
    const missing = Object.assign(new Error('spawn aws ENOENT'), { code: 'ENOENT' })
    cli.answer('iam get-account-summary', denied)
    cli.answer('freetier get-account-plan-state', missing)
    expect(await run()).toBe(0)
    expect(output()).toContain(
      "Not checked, so that the deployment may fail on them: IAM roles (AccessDenied), the account's plan (the AWS CLI is not installed).",
    )
  })

  it('warns of a quota that is too low, and continues', async () => {
    const few = { AccountLimit: { ConcurrentExecutions: 10 } }
    aws.lambda.on(GetAccountSettingsCommand).resolves(few)
    expect(await run('--yes')).toBe(0)
    expect(output()).toContain('at most 10 functions at once')
    expect(commands[0]).toBe('deploy --require-approval never')
  })
})

describe('a later deployment', () => {
  it('keeps the setup code and the options that are not given', async () => {
    deployed({ Options: '{"verifyCheckout":"true","alarmEmail":"a@shop.example"}' })
    expect(await run('-c', 'alarmEmail=b@shop.example')).toBe(0)
    expect(runs).toEqual([
      {
        shop: 'corner',
        verifyCheckout: 'true',
        alarmEmail: 'b@shop.example',
        setupCode: 'K7WM-3FQP-ZT2H',
        protectTable: 'true',
      },
    ])
    expect(output()).toContain('kept: verifyCheckout=true')
    expect(output()).not.toContain('initial-setup')
  })

  it('puts options back to their defaults, and reads others from a file', async () => {
    deployed({ Options: '{"verifyCheckout":"true","tableName":"corner-table"}' })
    const directory = mkdtempSync(join(tmpdir(), 'options-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'corner.json')
    writeFileSync(file, '{"corsOrigins":["https://a.example","https://b.example"]}')
    expect(await run('--options', file, '--reset', 'verifyCheckout')).toBe(0)
    expect(runs[0]).toEqual({
      shop: 'corner',
      tableName: 'corner-table',
      tableStreamArn: streamOf('corner-table'),
      corsOrigins: 'https://a.example,https://b.example',
      setupCode: 'K7WM-3FQP-ZT2H',
      protectTable: 'true',
    })
  })

  it('keeps the indexes that the release before reads, where the table has them', async () => {
    deployed()
    const indexes = [...tableSchema.indexes, ...earlierIndexes]
    aws.table('corner-table', { isComplete: true, indexes })
    expect(await run()).toBe(0)
    expect(runs[0]).toMatchObject({ keepEarlierIndexes: 'true' })
  })

  it('takes the only step from the release before: one index more', async () => {
    deployed()
    const indexes = [...tableSchema.indexes.slice(1), ...earlierIndexes]
    aws.table('corner-table', { isComplete: true, indexes })
    expect(await run()).toBe(0)
    expect(runs[0]).toMatchObject({ keepEarlierIndexes: 'true' })
  })

  it('removes a public route, comes back, and removes it again', async () => {
    deployed()
    const stage = httpStage('corner', ['GET /a', '$default'])
    const deployRelease = (...keys: string[]) =>
      deploy(['--shop', 'corner'], async () => stage.update(keys), cli.run, keys)
    expect(await deployRelease('GET /a', 'GET /b', '$default')).toBe(0)
    expect(await deployRelease('GET /a', '$default')).toBe(0)
    expect(output()).toContain('limits dropped with their route: GET /b')
    expect(await deployRelease('GET /a', 'GET /b', '$default')).toBe(0)
    expect(new Set(stage.settings())).toEqual(new Set(['GET /a', 'GET /b', '$default']))
  })

  it('goes on where the settings of routes cannot be read, and says so', async () => {
    deployed()
    httpStage('corner', ['$default'])
    cli.answer('apigatewayv2 get-stage', new Error('spawn aws ENOENT'))
    expect(await run()).toBe(0)
    expect(output()).toContain('Not checked whether this release removes a public route')
  })

  it('asks nothing of limits that the first one has met', async () => {
    deployed()
    expect(await run()).toBe(0)
    expect(cli.calls.filter((call) => !call.startsWith('apigatewayv2'))).toEqual([])
  })

  it('says when records wait for a migration', async () => {
    deployed()
    aws.table('corner-table', { isComplete: true, layout: 1 })
    expect(await run()).toBe(0)
    expect(output()).toContain('npm run migrate -- --shop corner')
  })
})

describe('nothing is deployed', () => {
  const refused = async (code: number, text: string, ...args: string[]) => {
    expect(await run(...args)).toBe(code)
    expect(output()).toContain(text)
    expect(runs).toEqual([])
  }
  const named = (name: string, message = '') =>
    Object.assign(new Error(message), { name })

  it.each([
    ['an option that does not exist', ['-c', 'colour=red'], 'colour is not an option'],
    ['an option of the program itself', ['-c', 'protectTable=true'], 'is set by this'],
    ['a wrong value', ['-c', 'verifyCheckout=maybe'], 'verifyCheckout: must be true'],
    ['an option without a value', ['-c', 'verifyCheckout'], 'must be name=value'],
    ['an unknown flag', ['--force'], "Unknown option '--force'"],
    ['a file that is not there', ['--options', 'no-such.json'], 'no-such.json'],
    ['a reset of an unknown option', ['--reset', 'colour'], 'colour is not an option'],
  ])('for %s, and AWS is not asked', async (_, args, text) => {
    await refused(2, text, ...args)
    expect(output()).toContain('npm run deploy -- --shop')
    expect(aws.sts.calls()).toEqual([])
  })

  it.each(['tableName', 'uploadsBucket', 'secretArn', 'frontDoorSecretArn'])(
    'for a reset of %s, which would begin without data or keys',
    async (name) => {
      await refused(2, `${name} cannot be reset`, '--reset', name)
      await refused(2, `${name} cannot be reset`, '-c', `${name}=`)
      expect(aws.sts.calls()).toEqual([])
    },
  )

  it('without a shop', async () => {
    expect(await deploy([], cdk)).toBe(2)
    expect(output()).toContain('--shop is missing')
  })

  it('without credentials, or with ones that are over', async () => {
    aws.sts.on(GetCallerIdentityCommand).rejects(named('CredentialsProviderError'))
    await refused(1, 'aws configure sso')
    aws.sts.on(GetCallerIdentityCommand).rejects(named('ExpiredToken', 'too late'))
    await refused(1, 'ExpiredToken: too late')
  })

  it('in a region without the bootstrap stack', async () => {
    aws.noStack('CDKToolkit')
    await refused(1, 'npx cdk bootstrap aws://111122223333/eu-central-1')
    aws.stack('CDKToolkit', 'CREATE_COMPLETE', { BootstrapVersion: '5' })
    await refused(1, 'too old a bootstrap stack')
  })

  it.each([
    ['iam get-account-summary', { SummaryMap: { Roles: 951, RolesQuota: 1_000 } }, 'IAM'],
    ['cloudfront list-cache-policies', listOf(20), '20 policies of each kind'],
    ['cloudfront list-origin-request-policies', listOf(20), '20 policies of each kind'],
    ['cloudfront list-response-headers-policies', listOf(20), '20 policies of each kind'],
  ])('to an account without room, as %s says', async (command, answer, text) => {
    cli.answer(command, answer)
    await refused(1, text)
  })

  it('while the stack is changing', async () => {
    deployed({}, 'UPDATE_IN_PROGRESS')
    await refused(1, 'UPDATE_IN_PROGRESS')
  })

  it('onto a table of a later layout', async () => {
    deployed()
    aws.table('corner-table', { isComplete: true, layout: layoutVersion + 1 })
    await refused(
      1,
      `has layout ${layoutVersion + 1}, and this release knows ${layoutVersion}`,
    )
  })

  it('where two indexes would change at once', async () => {
    deployed()
    aws.table('corner-table', { indexes: tableSchema.indexes.slice(2) })
    await refused(
      1,
      'One index change a deployment: create orders-2, create orders-of-user',
    )
  })
})
