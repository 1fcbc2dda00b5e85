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

/** Runs a behaviour's viewer-request function as the edge does. */
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

describe.each(behaviors)('the way in for $PathPattern', (behavior) => {
  test("tells the viewer's address, whatever the client claims", () => {
    const { headers } = viewerRequest(behavior, request('/x'))
    expect(headers[frontDoorHeaders.viewer].value).toBe('203.0.113.9')
  })

  test('speaks https only, passes every method and all cookies on, and caches nothing', () => {
    expect(behavior).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'OPTIONS', 'PUT', 'POST', 'DELETE']),
      // AWS's own policies CachingDisabled and AllViewerExceptHostHeader
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    })
  })
})

test('every origin gets the secret by reference, never its text', () => {
  for (const { OriginCustomHeaders } of config.Origins) {
    expect(OriginCustomHeaders).toEqual([
      { HeaderName: frontDoorHeaders.secret, HeaderValue: expect.anything() },
    ])
    const value = JSON.stringify(OriginCustomHeaders[0].HeaderValue)
    expect(value).toContain('{{resolve:secretsmanager:')
  }
})

test('a path of the HTTP API stays as it is', () => {
  expect(viewerRequest(config.DefaultCacheBehavior, request('/products')).uri).toBe(
    '/products',
  )
})

test.each(sockets)("$path leads to the WebSocket API's stage", ({ path }) => {
  const behavior = behaviors.find(({ PathPattern }) => PathPattern === path)
  expect(behavior && viewerRequest(behavior, request(path)).uri).toBe('/live')
})

test('agents do not come this way', () => {
  expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
    undefined,
    ...sockets.map(({ path }) => path),
  ])
})

test('no error is kept and given to somebody else', () => {
  const kept = config.CustomErrorResponses as {
    ErrorCode: number
    ErrorCachingMinTTL: number
  }[]
  expect(kept.map(({ ErrorCode }) => ErrorCode)).toEqual([
    404, 414, 500, 501, 502, 503, 504,
  ])
  expect(kept.every(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL === 0)).toBe(true)
})

describe('a domain of the shop', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c3d'
  const own = synthesized({ domainName: 'pos.shop.example', certificateArn })
  const distribution = own.ofType('AWS::CloudFront::Distribution')[0]?.[1].Properties

  test('leads to the front door with its certificate and a present-day TLS', () => {
    expect(distribution?.DistributionConfig).toMatchObject({
      Aliases: ['pos.shop.example'],
      ViewerCertificate: {
        AcmCertificateArn: certificateArn,
        MinimumProtocolVersion: expect.stringMatching(/^TLSv1\.[23]/),
        SslSupportMethod: 'sni-only',
      },
    })
  })

  test('is the public address, unless another is given', () => {
    expect(own.variablesOf('uploads').PUBLIC_URL).toBe('https://pos.shop.example')
    expect(own.outputs.PublicUrl).toBe('https://pos.shop.example')
    const behind = { domainName: 'pos.shop.example', certificateArn }
    const relayed = synthesized({ ...behind, publicUrl: 'https://till.shop.example' })
    expect(relayed.outputs.PublicUrl).toBe('https://till.shop.example')
  })

  test('is told where its DNS record must point', () => {
    expect(JSON.stringify(own.outputs.FrontDoorDomain)).toContain('DomainName')
    expect(JSON.stringify(cloud.outputs.PublicUrl)).toContain('DomainName')
  })
})
