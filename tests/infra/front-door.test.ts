import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { socketApis } from '../../functions/all.ts'
import { frontDoorHeaders } from '../../shared/people/auth/front-door.ts'
import { synthesized } from './synthesized.ts'

const cloud = synthesized()
const config = cloud.ofType('AWS::CloudFront::Distribution')[0]?.[1].Properties
  .DistributionConfig
const sockets = socketApis.filter(({ access }) => access === 'token')

type Behavior = {
  PathPattern?: string
  OriginRequestPolicyId: { Ref: string }
  CachePolicyId: { Ref: string }
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
  request: {
    uri,
    headers: {
      host: { value: 'pos.shop.example' },
      [frontDoorHeaders.viewer]: { value: '198.51.100.1' },
      [frontDoorHeaders.host]: { value: 'elsewhere.example' },
    },
  },
})

const behaviors: Behavior[] = [config.DefaultCacheBehavior, ...config.CacheBehaviors]

const uploads = behaviors.find(({ PathPattern }) => PathPattern === '/uploads/*')

describe.each(behaviors)('the behavior for $PathPattern', (behavior) => {
  test("overwrites the viewer headers with the viewer's address and host", () => {
    const { headers } = viewerRequest(behavior, request('/x'))
    expect(headers[frontDoorHeaders.viewer].value).toBe('203.0.113.9')
    expect(headers[frontDoorHeaders.host].value).toBe('pos.shop.example')
  })

  test('serves https only, and forwards all methods', () => {
    expect(behavior).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['GET', 'OPTIONS', 'PUT', 'POST', 'DELETE']),
    })
  })
})

const uncached = behaviors.filter((behavior) => behavior !== uploads)

describe.each(uncached)('the behavior for $PathPattern', (behavior) => {
  test('forwards cookies and caches nothing', () => {
    expect(behavior).toMatchObject({
      // AWS's own policies CachingDisabled and AllViewerExceptHostHeader
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    })
  })
})

describe('the behavior for pictures', () => {
  const policy = (id: string | undefined) => cloud.all[id ?? '']?.Properties

  test('caches GET and HEAD for as long as the function says, apart by origin', () => {
    expect(uploads).toMatchObject({ CachedMethods: ['GET', 'HEAD'], Compress: false })
    expect(policy(uploads?.CachePolicyId.Ref)?.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 31_536_000,
      ParametersInCacheKeyAndForwardedToOrigin: {
        // CORS headers depend on it.
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Origin'] },
        CookiesConfig: { CookieBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        EnableAcceptEncodingGzip: false,
      },
    })
  })

  test('keeps the pictures of shops apart, where hosts name them', () => {
    const { ofType } = synthesized({
      shopDomain: 'shops.example',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
      domainName: 'pos.shops.example',
    })
    const [policy] = ofType('AWS::CloudFront::CachePolicy')
    expect(policy?.[1].Properties.CachePolicyConfig).toMatchObject({
      ParametersInCacheKeyAndForwardedToOrigin: {
        HeadersConfig: { Headers: ['Origin', frontDoorHeaders.host] },
      },
    })
  })

  test("forwards the viewer's headers, and neither cookies nor tokens", () => {
    expect(policy(uploads?.OriginRequestPolicyId.Ref)).toMatchObject({
      OriginRequestPolicyConfig: {
        HeadersConfig: {
          HeaderBehavior: 'whitelist',
          Headers: [frontDoorHeaders.viewer, frontDoorHeaders.host],
        },
        CookiesConfig: { CookieBehavior: 'none' },
      },
    })
  })

  test('shares the function and the origin of the other HTTP requests', () => {
    const { TargetOriginId, FunctionAssociations } = config.DefaultCacheBehavior
    expect(uploads).toMatchObject({ TargetOriginId, FunctionAssociations })
  })
})

describe("API Gateway's own errors", () => {
  const policies = cloud.ofType('AWS::CloudFront::ResponseHeadersPolicy')
  const http = [config.DefaultCacheBehavior, uploads]

  test('get CORS headers for the allowed origins, and responses keep their own', () => {
    expect(policies.map(([, { Properties }]) => Properties)).toMatchObject([
      {
        ResponseHeadersPolicyConfig: {
          CorsConfig: {
            AccessControlAllowCredentials: true,
            AccessControlAllowOrigins: { Items: ['http://localhost:3000'] },
            // With credentials none of them may be *.
            AccessControlAllowMethods: { Items: ['GET', 'POST', 'PUT', 'DELETE'] },
            AccessControlAllowHeaders: {
              Items: [
                'Content-Type',
                'Authorization',
                'Idempotency-Key',
                'If-None-Match',
                'X-Till-Secret',
                'Approval',
                'X-Till',
              ],
            },
            AccessControlExposeHeaders: {
              Items: ['Error-Code', 'Retry-After', 'Link', 'ETag', 'Apigw-Requestid'],
            },
            OriginOverride: false,
          },
        },
      },
    ])
    const ResponseHeadersPolicyId = { Ref: policies[0]?.[0] }
    for (const each of http) expect(each).toMatchObject({ ResponseHeadersPolicyId })
  })

  test('of WebSocket handshakes get none', () => {
    for (const each of behaviors.filter((behavior) => !http.includes(behavior))) {
      expect(each).not.toHaveProperty('ResponseHeadersPolicyId')
    }
  })
})

test('viewers may use IPv6', () => {
  expect(config.IPV6Enabled).toBe(true)
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

const socketPaths = sockets.flatMap(({ paths }) => paths)

test.each(socketPaths)(
  "%s is forwarded to the WebSocket API's stage, which learns the path",
  (path) => {
    const behavior = behaviors.find(({ PathPattern }) => PathPattern === path)
    const { uri, headers } = viewerRequest(behavior as Behavior, request(path))
    expect([uri, headers[frontDoorHeaders.path].value]).toEqual(['/live', path])
  },
)

test('the tunnel is not behind the front door', () => {
  expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual([
    undefined,
    '/uploads/*',
    ...socketPaths,
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

  test('has extra host names with the same certificate', () => {
    const extra = synthesized({
      domainName: 'pos.shop.example',
      certificateArn,
      extraHosts: 'till.shop.example, relay.shop.example',
    })
    const hosts = ['pos.shop.example', 'till.shop.example', 'relay.shop.example']
    const [[, found] = []] = extra.ofType('AWS::CloudFront::Distribution')
    expect(found?.Properties.DistributionConfig.Aliases).toEqual(hosts)
    expect(extra.variablesOf('products').OWN_HOSTS).toBe(hosts.join(','))
  })

  test('is the public URL, unless publicUrl is set', () => {
    expect(custom.outputs.PublicUrl).toBe('https://pos.shop.example')
    const customDomain = { domainName: 'pos.shop.example', certificateArn }
    const relayed = synthesized({
      ...customDomain,
      publicUrl: 'https://till.shop.example',
    })
    expect(relayed.outputs.PublicUrl).toBe('https://till.shop.example')
    expect(relayed.variablesOf('uploads').PUBLIC_URL).toBe('https://till.shop.example')
  })

  test('has an output with the target of its DNS record', () => {
    expect(JSON.stringify(custom.outputs.FrontDoorDomain)).toContain('DomainName')
    expect(JSON.stringify(cloud.outputs.PublicUrl)).toContain('DomainName')
  })
})

test('no function refers to the front door: it refers to them', () => {
  const functions = JSON.stringify(cloud.ofType('AWS::Lambda::Function'))
  expect(functions).not.toContain('"FrontDoor')
})
