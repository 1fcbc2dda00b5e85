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
  docsPage: 'true',
  verifyCheckout: 'true',
  plainHttpTills: 'true',
  trustedProxies: '192.0.2.1,192.0.2.2',
  corsOrigins: 'https://till.example',
  accessTokenSeconds: '90',
  walletTokenSeconds: '120',
  publicUrl: 'https://pos.example',
}

const plain = synthesized()
const configured = synthesized(chosen)
const direct = synthesized({ nodeUrl: 'https://node.example' })

/** Variables that Lambda sets, or that only the local platform sets. */
const setElsewhere = [
  'AWS_REGION',
  'AWS_LAMBDA_FUNCTION_NAME',
  'LOCAL_PLATFORM',
  'AWS_ENDPOINT_URL_SQS',
]

describe('options', () => {
  test('are all optional', () => {
    expect(read({})).toEqual({ shop: 'lightning-pos' })
  })

  test('are read as text from the command line and as JSON from cdk.json', () => {
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

  test('count as unset when they are empty', () => {
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
  ])('rejects %s=%s with the name of the option', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^Wrong .*\\n${name}: `))
  })

  test.each([
    ['domainName', 'pos.example', 'certificateArn'],
    ['certificateArn', certificateArn, 'domainName'],
  ])('rejects %s alone with the name of the missing option', (name, value, missing) => {
    expect(() => read({ [name]: value })).toThrow(
      `${missing}: is missing: domainName and certificateArn go together`,
    )
  })

  test('require a certificate in us-east-1, as CloudFront does', () => {
    const otherRegion = certificateArn.replace('us-east-1', 'eu-central-1')
    expect(() =>
      read({ domainName: 'pos.example', certificateArn: otherRegion }),
    ).toThrow('us-east-1')
  })
})

describe('the environment', () => {
  test('has a variable for each option that is set, and none for the others', () => {
    const set = {
      PUBLIC_LOGIN_SCREEN: 'true',
      DOCS_PAGE: 'true',
      VERIFY_CHECKOUT: 'true',
      PLAIN_HTTP_TILLS: 'true',
      TRUSTED_PROXIES: '192.0.2.1,192.0.2.2',
      CORS_ORIGINS: 'https://till.example',
      ACCESS_TOKEN_SECONDS: '90',
      WALLET_TOKEN_SECONDS: '120',
      PUBLIC_URL: 'https://pos.example',
    }
    expect(configured.variablesOf('auth')).toMatchObject(set)
    const variables = plain.variablesOf('auth')
    expect(Object.keys(variables).filter((name) => name in set)).toEqual(['PUBLIC_URL'])
    expect(JSON.stringify(variables.PUBLIC_URL)).toContain('FrontDoor')
  })

  test('has every variable that the functions read', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../shared/deployment/resources.ts'),
      'utf8',
    )
    const ofResources = [...source.matchAll(/text\('(\w+)'\)/g)].map(
      ([, name = '']) => name,
    )
    const read = [...Object.keys(functionOptions).map(variableOf), ...ofResources]
    const names = [...groups, ...socketApis].map(({ name }) => name)
    const set = [configured, direct].flatMap((cloud) =>
      names.flatMap((name) => Object.keys(cloud.variablesOf(name))),
    )
    const missing = read.filter((name) => ![...set, ...setElsewhere].includes(name))
    expect(missing).toEqual([])
  })
})
