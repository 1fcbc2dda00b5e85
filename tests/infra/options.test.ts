import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { groups, socketApis } from '../../functions/all.ts'
import { readOptions } from '../../infra/cloud/options.ts'
import { variableOf } from '../../shared/deployment/environment.ts'
import { functionOptions } from '../../shared/deployment/options.ts'
import { synthesized } from './synthesized.ts'

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c3d'

const read = (context: Record<string, unknown>) => readOptions((name) => context[name])

const chosen = {
  publicLoginScreen: 'true',
  verifyCheckout: 'true',
  plainHttpTills: 'true',
  trustedProxies: '192.0.2.1,192.0.2.2',
  corsOrigins: 'https://till.example',
  accessTokenSeconds: '90',
  walletTokenSeconds: '120',
  publicUrl: 'https://pos.example',
}

const plain = synthesized()
const deliberate = synthesized(chosen)
const direct = synthesized({ nodeUrl: 'https://node.example' })

/** Set by Lambda itself or on one machine only. */
const elsewhere = [
  'AWS_REGION',
  'AWS_LAMBDA_FUNCTION_NAME',
  'LOCAL_PLATFORM',
  'AWS_ENDPOINT_URL_SQS',
]

describe('options', () => {
  test('may all be left out', () => {
    expect(read({})).toEqual({ shop: 'lightning-pos' })
  })

  test('are read alike from the command line and from cdk.json', () => {
    const typed = read({
      verifyCheckout: 'true',
      corsOrigins: 'https://a.example, https://b.example',
      accessTokenSeconds: '90',
    })
    const written = read({
      verifyCheckout: true,
      corsOrigins: ['https://a.example', 'https://b.example'],
      accessTokenSeconds: 90,
    })
    expect(typed).toEqual(written)
  })

  test('that are empty count as left out', () => {
    expect(read({ nodeUrl: '', accessTokenSeconds: '', corsOrigins: '' })).toEqual(
      read({}),
    )
  })

  test.each([
    ['shop', 'My Shop'],
    ['verifyCheckout', 'perhaps'],
    ['accessTokenSeconds', '0'],
    ['corsOrigins', 'till.example'],
    ['corsOrigins', 'https://till.example/path'],
    ['trustedProxies', 'proxy.example'],
    ['nodeUrl', 'node.example:9740'],
    ['alarmEmail', 'nobody'],
    ['domainName', 'https://pos.example'],
    ['certificateArn', certificateArn.replace('us-east-1', 'eu-central-1')],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^Wrong .*\\n${name}: `))
  })

  test.each([
    ['domainName', 'pos.example', 'certificateArn'],
    ['certificateArn', certificateArn, 'domainName'],
  ])('refuses %s alone and names what is missing', (name, value, missing) => {
    expect(() => read({ [name]: value })).toThrow(
      `${missing}: is missing: domainName and certificateArn go together`,
    )
  })

  test('say that a certificate must be where CloudFront looks for it', () => {
    const elsewhere = certificateArn.replace('us-east-1', 'eu-central-1')
    expect(() => read({ domainName: 'pos.example', certificateArn: elsewhere })).toThrow(
      'us-east-1',
    )
  })
})

describe('the environment', () => {
  test('tells functions what was chosen, and nothing of what was not', () => {
    const set = {
      PUBLIC_LOGIN_SCREEN: 'true',
      VERIFY_CHECKOUT: 'true',
      PLAIN_HTTP_TILLS: 'true',
      TRUSTED_PROXIES: '192.0.2.1,192.0.2.2',
      CORS_ORIGINS: 'https://till.example',
      ACCESS_TOKEN_SECONDS: '90',
      WALLET_TOKEN_SECONDS: '120',
      PUBLIC_URL: 'https://pos.example',
    }
    expect(deliberate.variablesOf('auth')).toMatchObject(set)
    const variables = plain.variablesOf('auth')
    expect(Object.keys(variables).filter((name) => name in set)).toEqual(['PUBLIC_URL'])
    expect(JSON.stringify(variables.PUBLIC_URL)).toContain('FrontDoor')
  })

  test('has every variable that functions read', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../shared/deployment/resources.ts'),
      'utf8',
    )
    const ofResources = [...source.matchAll(/text\('(\w+)'\)/g)].map(
      ([, name = '']) => name,
    )
    const asked = [...Object.keys(functionOptions).map(variableOf), ...ofResources]
    const names = [...groups, ...socketApis].map(({ name }) => name)
    const given = [deliberate, direct].flatMap((cloud) =>
      names.flatMap((name) => Object.keys(cloud.variablesOf(name))),
    )
    const lacking = asked.filter((name) => ![...given, ...elsewhere].includes(name))
    expect(lacking).toEqual([])
  })
})
