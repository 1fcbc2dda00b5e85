import { describe, expect, test } from 'vitest'
import { synthesized } from './synthesized.ts'

const arnOf = (name: string) =>
  `arn:aws:secretsmanager:eu-central-1:123456789012:secret:${name}-AbC123`

const cloud = synthesized()
const entries = cloud.ofType('AWS::SecretsManager::Secret')

describe('a new deployment', () => {
  test("has one secret, the front door's, which outlives it unless its first creation fails", () => {
    expect(entries).toHaveLength(1)
    for (const [, { DeletionPolicy, UpdateReplacePolicy, Properties }] of entries) {
      expect(DeletionPolicy).toBe('RetainExceptOnCreate')
      expect(UpdateReplacePolicy).toBe('Retain')
      expect(Properties).not.toHaveProperty('Name')
      expect(Properties).not.toHaveProperty('SecretString')
    }
  })

  // CloudFormation generates a new text when one of these changes: every request would fail.
  test('generates it as it always did', () => {
    expect(entries[0]?.[0]).toMatch(/^SecretsFrontDoor/)
    expect(entries[0]?.[1].Properties.GenerateSecretString).toEqual({
      PasswordLength: 64,
      ExcludePunctuation: true,
      GenerateStringKey: 'frontDoorSecret',
      SecretStringTemplate: '{}',
    })
  })

  test('makes no parameter: CloudFormation has none that are encrypted', () => {
    expect(cloud.ofType('AWS::SSM::Parameter')).toEqual([])
  })

  test('names its secrets in its outputs, for rotation and for adoption', () => {
    const { TOKEN_KEY_PARAMETER, FRONT_DOOR_SECRET_ARN } = cloud.variablesOf('auth')
    expect(`${String(cloud.outputs.SecretsPath)}/token-key`).toBe(TOKEN_KEY_PARAMETER)
    expect(cloud.outputs.FrontDoorSecretArn).toEqual(FRONT_DOOR_SECRET_ARN)
  })
})

describe('a deployment that adopts secrets', () => {
  const adopting = synthesized({
    secretArn: arnOf('shop'),
    frontDoorSecretArn: arnOf('door'),
    frontDoorRotation: '2026-11-22',
  })

  test("creates none of its own, and its functions read only the adopted front door's", () => {
    expect(adopting.ofType('AWS::SecretsManager::Secret')).toEqual([])
    expect(adopting.variablesOf('auth').FRONT_DOOR_SECRET_ARN).toBe(arnOf('door'))
    const read = adopting
      .permissionsOf('auth')
      .filter(({ actions }) => actions.includes('secretsmanager:GetSecretValue'))
      .flatMap(({ resources }) => resources)
    expect(read).toEqual([arnOf('door')])
  })

  test('remembers whose values its parameters have, for a roll back', () => {
    expect(JSON.parse(String(adopting.outputs.Options))).toMatchObject({
      secretArn: arnOf('shop'),
    })
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
})
