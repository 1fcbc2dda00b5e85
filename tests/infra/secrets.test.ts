import { describe, expect, test } from 'vitest'
import { parseSecret, validValues } from '../../shared/deployment/secret-fields.ts'
import { synthesized } from './synthesized.ts'

const arnOf = (name: string) =>
  `arn:aws:secretsmanager:eu-central-1:123456789012:secret:${name}-AbC123`

const cloud = synthesized()
const entries = cloud.ofType('AWS::SecretsManager::Secret')
const entry = (prefix: string) => entries.find(([id]) => id.startsWith(prefix))?.[1]

describe('a new deployment', () => {
  test('has two secrets, which outlive it unless its first creation fails', () => {
    expect(entries).toHaveLength(2)
    for (const [, { DeletionPolicy, UpdateReplacePolicy, Properties }] of entries) {
      expect(DeletionPolicy).toBe('RetainExceptOnCreate')
      expect(UpdateReplacePolicy).toBe('Retain')
      expect(Properties).not.toHaveProperty('Name')
      expect(Properties).not.toHaveProperty('SecretString')
    }
  })

  // CloudFormation generates a new text when one of these changes: every PIN would be void.
  test('generates them as it always did', () => {
    const generated = { PasswordLength: 64, ExcludePunctuation: true }
    expect(entry('SecretsShop')?.Properties.GenerateSecretString).toEqual({
      ...generated,
      GenerateStringKey: 'masterKey',
      SecretStringTemplate: '{"webhookSecret":"","nodePassword":""}',
    })
    expect(entry('SecretsFrontDoor')?.Properties.GenerateSecretString).toEqual({
      ...generated,
      GenerateStringKey: 'frontDoorSecret',
      SecretStringTemplate: '{}',
    })
  })

  test('has keys from the first moment, and a webhook secret once it is entered', () => {
    const { SecretStringTemplate, GenerateStringKey } =
      entry('SecretsShop')?.Properties.GenerateSecretString ?? {}
    const text = JSON.stringify({
      ...JSON.parse(SecretStringTemplate),
      [GenerateStringKey]: 'g'.repeat(64),
    })
    const parsed = parseSecret(text)
    expect(parsed).toMatchObject({ malformed: [], unknownCount: 0 })
    expect(validValues(parsed, 'token-key')).not.toEqual(validValues(parsed, 'pin-key'))
    expect(validValues(parsed, 'webhook-secret')).toEqual([])
  })

  test('names both in its outputs, for rotation and for adoption', () => {
    const { SHOP_SECRET_ARN, FRONT_DOOR_SECRET_ARN } = cloud.variablesOf('auth')
    expect(cloud.outputs.SecretArn).toEqual(SHOP_SECRET_ARN)
    expect(cloud.outputs.FrontDoorSecretArn).toEqual(FRONT_DOOR_SECRET_ARN)
  })
})

describe('a deployment that adopts secrets', () => {
  const adopting = synthesized({
    secretArn: arnOf('shop'),
    frontDoorSecretArn: arnOf('door'),
    frontDoorRotation: '2026-11-22',
  })

  test('creates none of its own, and its functions read only the adopted ones', () => {
    expect(adopting.ofType('AWS::SecretsManager::Secret')).toEqual([])
    expect(adopting.variablesOf('auth')).toMatchObject({
      SHOP_SECRET_ARN: arnOf('shop'),
      FRONT_DOOR_SECRET_ARN: arnOf('door'),
    })
    const read = adopting
      .permissionsOf('auth')
      .filter(({ actions }) => actions.includes('secretsmanager:GetSecretValue'))
      .flatMap(({ resources }) => resources)
    expect(new Set(read)).toEqual(new Set([arnOf('shop'), arnOf('door')]))
  })

  test('gives CloudFront the secret by reference, and again after a rotation', () => {
    const config = adopting.ofType('AWS::CloudFront::Distribution')[0]?.[1].Properties
      .DistributionConfig
    for (const { OriginCustomHeaders } of config.Origins) {
      const { HeaderValue } = OriginCustomHeaders[0]
      expect(HeaderValue).toBe(
        `{{resolve:secretsmanager:${arnOf('door')}:SecretString:frontDoorSecret::}}`,
      )
    }
    expect(config.Comment).toContain('2026-11-22')
  })

  test('can adopt one of them', () => {
    const half = synthesized({ secretArn: arnOf('shop') })
    expect(half.ofType('AWS::SecretsManager::Secret')).toHaveLength(1)
    expect(half.variablesOf('auth').SHOP_SECRET_ARN).toBe(arnOf('shop'))
  })
})
