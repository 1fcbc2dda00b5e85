import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { socketApis } from '../../functions/all.ts'
import { frontDoorHeaders } from '../../shared/auth/client-address.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()
const config = cloud.ofType('AWS::CloudFront::Distribution')[0]?.[1].Properties
  .DistributionConfig
const sockets = socketApis.filter(({ access }) => access === 'token')

type Behavior = {
  PathPattern?: string
  FunctionAssociations: { FunctionARN: { 'Fn::GetAtt': [string, string] } }[]
}

/** Runs a behavior's viewer-request function as CloudFront does. */
function viewerRequest(behavior: Behavior, event: unknown) {
  const id = behavior.FunctionAssociations[0]?.FunctionARN['Fn::GetAtt'][0] ?? ''
  const code: string = cloud.all[id]?.Properties.FunctionCode
  return runInNewContext(`${code}; handler(event)`, { event })
}

const request = (uri: string) => ({
  viewer: { ip: '203.0.113.9' },
  request: { uri, headers: { [frontDoorHeaders.viewer]: { value: '198.51.100.1' } } },
})

const behaviors: Behavior[] = [config.DefaultCacheBehavior, ...config.CacheBehaviors]

describe.each(behaviors)('the behavior for $PathPattern', (behavior) => {
  test("overwrites the viewer header with the viewer's address", () => {
    const { headers } = viewerRequest(behavior, request('/x'))
    expect(headers[frontDoorHeaders.viewer].value).toBe('203.0.113.9')
  })

  test('serves https only, forwards all methods and cookies, and caches nothing', () => {
    expect(behavior).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'OPTIONS', 'PUT', 'POST', 'DELETE']),
      // AWS's own policies CachingDisabled and AllViewerExceptHostHeader
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    })
  })
})

test('every origin gets the secret by reference, never as text', () => {
  for (const { OriginCustomHeaders } of config.Origins) {
    expect(OriginCustomHeaders).toEqual([
      { HeaderName: frontDoorHeaders.secret, HeaderValue: expect.anything() },
    ])
    const value = JSON.stringify(OriginCustomHeaders[0].HeaderValue)
    expect(value).toContain('{{resolve:secretsmanager:')
  }
})

test('paths of the HTTP API are forwarded unchanged', () => {
  expect(viewerRequest(config.DefaultCacheBehavior, request('/products')).uri).toBe(
    '/products',
  )
})

test.each(sockets)("$path is forwarded to the WebSocket API's stage", ({ path }) => {
  const behavior = behaviors.find(({ PathPattern }) => PathPattern === path)
  expect(behavior && viewerRequest(behavior, request(path)).uri).toBe('/live')
})

test('the tunnel is not behind the front door', () => {
  expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
    undefined,
    ...sockets.map(({ path }) => path),
  ])
})

test('errors are not cached', () => {
  const responses = config.CustomErrorResponses as {
    ErrorCode: number
    ErrorCachingMinTTL: number
  }[]
  expect(responses.map(({ ErrorCode }) => ErrorCode)).toEqual([
    404, 414, 500, 501, 502, 503, 504,
  ])
  expect(responses.every(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL === 0)).toBe(true)
})

describe('a custom domain', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c3d'
  const custom = synthesized({ domainName: 'pos.shop.example', certificateArn })
  const distribution = custom.ofType('AWS::CloudFront::Distribution')[0]?.[1].Properties

  test('is an alias of the front door, with its certificate and TLS 1.2 or later', () => {
    expect(distribution?.DistributionConfig).toMatchObject({
      Aliases: ['pos.shop.example'],
      ViewerCertificate: {
        AcmCertificateArn: certificateArn,
        MinimumProtocolVersion: expect.stringMatching(/^TLSv1\.[23]/),
        SslSupportMethod: 'sni-only',
      },
    })
  })

  test('is the public URL, unless publicUrl is set', () => {
    expect(custom.outputs.PublicUrl).toBe('https://pos.shop.example')
    const customDomain = { domainName: 'pos.shop.example', certificateArn }
    const relayed = synthesized({
      ...customDomain,
      publicUrl: 'https://till.shop.example',
    })
    expect(relayed.outputs.PublicUrl).toBe('https://till.shop.example')
  })

  test('has an output with the target of its DNS record', () => {
    expect(JSON.stringify(custom.outputs.FrontDoorDomain)).toContain('DomainName')
    expect(JSON.stringify(cloud.outputs.PublicUrl)).toContain('DomainName')
  })
})
