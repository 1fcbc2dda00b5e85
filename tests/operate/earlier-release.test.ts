import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { deploy } from '../../infra/operate/deploy.ts'
import { aws, cli, output, parameters } from './aws.ts'

const secrets = mockClient(SecretsManagerClient)
const secretArn =
  'arn:aws:secretsmanager:eu-central-1:111122223333:secret:corner-shop-AbCdEf'
const frontDoorSecretArn = secretArn.replace('-shop-', '-door-')

/** The outputs of version 0.2. */
const outputs = {
  PublicUrl: 'https://d1.cloudfront.net',
  FrontDoorDomain: 'd1.cloudfront.net',
}

/** The runs of CDK. */
let runs: string[]
beforeEach(() => {
  runs = []
  secrets.reset()
  secrets.on(DescribeSecretCommand).resolves({})
  secrets
    .on(GetSecretValueCommand)
    .resolves({ SecretString: '{"tokenKey":"t","pinKey":"p","webhookSecret":"w"}' })
  aws.stack('corner', 'UPDATE_COMPLETE', outputs)
})

const run = (...options: string[]) =>
  deploy(
    ['--shop', 'corner', ...options.flatMap((option) => ['-c', option])],
    async (args) => {
      runs.push(args.join(' '))
      return 0
    },
    cli.run,
  )

describe('a stack of a release that kept no options', () => {
  it.each([
    ['neither entry', []],
    ["the front door's alone", [`frontDoorSecretArn=${frontDoorSecretArn}`]],
    ["the shop's alone", [`secretArn=${secretArn}`]],
  ])('is not upgraded with %s', async (_, options) => {
    expect(await run(...options)).toBe(1)
    expect(runs).toEqual([])
    for (const text of [
      '-c secretArn=<ARN> -c frontDoorSecretArn=<ARN>',
      '{"tokenKey":"...","pinKey":"...","webhookSecret":"...","nodePassword":"..."}',
      '{"frontDoorSecret":"..."}',
      'all its other options',
      'docs/runbook.md',
    ]) {
      expect(output()).toContain(text)
    }
  })

  it('is upgraded with both', async () => {
    const options = [`secretArn=${secretArn}`, `frontDoorSecretArn=${frontDoorSecretArn}`]
    expect(await run(...options)).toBe(0)
    expect(runs).toHaveLength(1)
    for (const option of options) expect(runs[0]).toContain(`-c ${option}`)
    expect(runs[0]).toContain('-c protectTable=true')
    expect(output()).not.toContain('initial-setup')
    expect(parameters.texts()).toMatchObject({
      '/corner/token-key': '{"tokenKey":"t"}',
      '/corner/pin-key': '{"pinKey":"p"}',
      // Missing in that release
      '/corner/tunnel-key': expect.stringMatching(/^{"tunnelKey":"[0-9a-f]{64}"}$/),
      '/corner/webhook-secret': '{"webhookSecret":"w"}',
    })
  })
})
