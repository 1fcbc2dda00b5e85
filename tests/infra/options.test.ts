import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { readOptions } from '../../infra/cloud/options.ts'
import { variableOf } from '../../shared/platform/deployment/environment.ts'
import { functionOptions } from '../../shared/platform/deployment/options.ts'
import { synthesized } from './synthesized.ts'

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c3d'

const read = (context: Record<string, unknown>) => readOptions((name) => context[name])

const chosen = {
  publicLoginScreen: 'true',
  docsPage: 'true',
  officePage: 'false',
  tillPage: 'false',
  kitchenPage: 'false',
  verifyCheckout: 'true',
  verifyAmounts: 'true',
  restrictPrinters: 'true',
  plainHttpTills: 'true',
  trustedProxies: '192.0.2.1,192.0.2.2',
  rateSources: 'kraken,coinbase',
  corsOrigins: 'https://till.example',
  loopbackOrigins: 'true',
  tills: 'true',
  accessTokenSeconds: '90',
  walletTokenSeconds: '120',
  publicUrl: 'https://pos.example',
  cookieDomain: 'pos.example',
  shopDomain: 'shops.example',
  shopRate: '20',
  domainName: 'api.pos.example',
  certificateArn,
  setupCode: 'correct-horse',
  openingHours: '07:00-23:00',
  timeZone: 'Europe/Berlin',
}

const plain = synthesized()
const configured = synthesized(chosen)
const direct = synthesized({ nodeUrl: 'https://node.example' })

/** Variables that Lambda sets, or that only the local platform sets. */
const setElsewhere = [
  'AWS_REGION',
  'AWS_LAMBDA_FUNCTION_NAME',
  'LOCAL_PLATFORM',
  'LOCAL_RECEIVERS',
  'PAGES_FOLDER',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_SQS',
]

describe('options', () => {
  test('are all optional', () => {
    expect(read({})).toEqual({
      shop: 'lightning-pos',
      keepEarlierIndexes: false,
      keepWarm: true,
      protectTable: false,
      salesStopMinutes: 120,
      publicRate: 50,
      signedInRate: 200,
      monthlyBudgetUsd: 5,
      detailedDashboard: false,
    })
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
    ['shop', 'corner-agent'],
    ['openingHours', '7-23'],
    ['openingHours', '07:00-25:00'],
    ['timeZone', 'Berlin'],
    ['timeZone', '+01:00'],
    ['tableName', 'arn:aws:dynamodb:eu-central-1:123456789012:table/shop'],
    ['uploadsBucket', 'arn:aws:s3:::pictures'],
    ['verifyCheckout', 'perhaps'],
    ['accessTokenSeconds', '0'],
    ['corsOrigins', 'till.example'],
    ['corsOrigins', 'https://till.example/path'],
    ['trustedProxies', 'proxy.example'],
    ['rateSources', 'kraken,bitstamp'],
    ['nodeUrl', 'node.example:9740'],
    ['alarmEmail', 'nobody'],
    ['secretArn', 'corner/secret'],
    ['secretArn', 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:corner'],
    ['frontDoorSecretArn', certificateArn],
    ['frontDoorRotation', 'a text with blanks'],
    ['monthlyBudgetUsd', '0'],
    ['setupCode', '1234567'],
    ['domainName', 'https://pos.example'],
    ['extraHosts', 'till.example, *.example'],
    ['cookieDomain', '.shop.example'],
    ['cookieDomain', 'example'],
    ['certificateArn', certificateArn.replace('us-east-1', 'eu-central-1')],
  ])('rejects %s=%s with the name of the option', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^Wrong .*\\n${name}: `))
  })

  test.each([
    ['domainName', 'pos.example', 'certificateArn'],
    ['certificateArn', certificateArn, 'domainName'],
    ['openingHours', '07:00-23:00', 'timeZone'],
  ])('rejects %s alone with the name of the missing option', (name, value, missing) => {
    expect(() => read({ [name]: value })).toThrow(`${missing}: is missing: ${name}`)
  })

  test('name a time zone in the spelling that EventBridge Scheduler knows', () => {
    expect(read({ timeZone: 'europe/berlin' }).timeZone).toBe('Europe/Berlin')
  })

  test('need domainName for extra host names', () => {
    expect(() => read({ extraHosts: 'till.shop.example' })).toThrow(
      'extraHosts: need domainName and a certificate that covers them all',
    )
  })

  const own = { domainName: 'pos.shop.example', certificateArn }

  test.each([
    { ...own, cookieDomain: 'pos.shop.example' },
    { ...own, cookieDomain: 'shop.example', extraHosts: 'a.till.shop.example' },
    { publicUrl: 'https://Pos.Shop.example:8443', cookieDomain: 'shop.example' },
  ])('accept a cookieDomain that the hosts of the API belong to', (context) => {
    expect(read(context).cookieDomain).toBe(context.cookieDomain)
  })

  test.each([
    ['no host of its own', {}],
    ['another domain', { ...own, domainName: 'pos.example' }],
    ['a domain that ends alike', { ...own, domainName: 'pos.myshop.example' }],
    ['an extra host elsewhere', { ...own, extraHosts: 'till.example' }],
    ['a public URL elsewhere', { ...own, publicUrl: 'https://till.example' }],
  ])('reject a cookieDomain for an API with %s', (_, context) => {
    expect(() => read({ ...context, cookieDomain: 'shop.example' })).toThrow(
      'cookieDomain: must be the domain of every host of the API',
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
      OFFICE_PAGE: 'false',
      TILL_PAGE: 'false',
      KITCHEN_PAGE: 'false',
      VERIFY_CHECKOUT: 'true',
      PLAIN_HTTP_TILLS: 'true',
      TRUSTED_PROXIES: '192.0.2.1,192.0.2.2',
      CORS_ORIGINS: 'https://till.example',
      LOOPBACK_ORIGINS: 'true',
      ACCESS_TOKEN_SECONDS: '90',
      WALLET_TOKEN_SECONDS: '120',
      PUBLIC_URL: 'https://pos.example',
      COOKIE_DOMAIN: 'pos.example',
      SHOP_DOMAIN: 'shops.example',
      OWN_HOSTS: 'api.pos.example',
    }
    expect(configured.variablesOf('auth')).toMatchObject(set)
    const unset = Object.keys(plain.variablesOf('auth'))
    expect(unset.filter((name) => name in set)).toEqual([])
  })

  test('has the setup code where a stranger comes before the setup, and nowhere else', () => {
    const names = [...groups, ...socketApis].map(({ name }) => name)
    const having = names.filter((name) => 'SETUP_CODE' in configured.variablesOf(name))
    expect(having.sort()).toEqual(['setup', 'uploads'])
    expect(configured.outputs).toMatchObject({ SetupCode: 'correct-horse' })
    expect(plain.outputs).not.toHaveProperty('SetupCode')
  })

  test('of the staff function is found by an output, for npm run reset-pin', () => {
    const { id } = plain.functionNamed('users')
    expect(plain.outputs).toMatchObject({ StaffFunction: { Ref: id } })
    expect(Object.keys(plain.variablesOf('users'))).toEqual(
      expect.arrayContaining(['TABLE_NAME', 'WATCHERS_ENDPOINT']),
    )
  })

  test('has every variable that the functions read', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../shared/platform/deployment/resources.ts'),
      'utf8',
    )
    const ofResources = [...source.matchAll(/text\('(\w+)'\)/g)].map(
      ([, name = '']) => name,
    )
    const ofOptions = [...source.matchAll(/textOfOption\('(\w+)'\)/g)].map(
      ([, name = '']) => name,
    )
    const options = [...Object.keys(functionOptions), ...ofOptions]
    const read = [...options.map(variableOf), ...ofResources]
    const names = [...groups, ...socketApis, ...workers].map(({ name }) => name)
    const set = [configured, direct].flatMap((cloud) =>
      names.flatMap((name) => Object.keys(cloud.variablesOf(name))),
    )
    const missing = read.filter((name) => ![...set, ...setElsewhere].includes(name))
    expect(missing).toEqual([])
  })
})
