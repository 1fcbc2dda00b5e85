import { Duration, type SecretValue, Stack, Validations } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { Construct } from 'constructs'
import { frontDoorHeaders } from '../../shared/people/auth/front-door.ts'
import { webOrigin } from '../../shared/platform/deployment/web-origin.ts'
import { corsHeaders } from '../../shared/platform/http/cors-headers.ts'

type FrontDoorProps = {
  readonly httpDomainName: string
  /** WebSocket APIs on the same domain, so that its cookies reach them. */
  readonly sockets: readonly {
    readonly name: string
    readonly paths: readonly string[]
    readonly domainName: string
    readonly stagePath: string
  }[]
  readonly secret: SecretValue
  /** A text that changes when the secret was rotated, see the distribution's comment. */
  readonly rotation?: string | undefined
  /** The shop's own host names; by default the one that CloudFront assigns. */
  readonly domain?:
    | { readonly names: readonly string[]; readonly certificateArn: string }
    | undefined
  /** True if other shops have hosts of their own, with their own pictures. */
  readonly hasFurtherShops: boolean
  readonly webAclArn?: string | undefined
  /** Browser origins that may read API Gateway's own errors. */
  readonly corsOrigins: readonly string[]
}

/**
 * The one public address of the HTTP API and the watchers' WebSocket API. It caches
 * pictures only. It passes the viewer's IP address and Host to the functions in headers,
 * with a secret that proves that the headers are CloudFront's.
 */
export class FrontDoor extends Construct {
  /** The public URL, without a trailing slash. */
  readonly url: string
  /** The distribution's domain name, the target of a custom domain's DNS record. */
  readonly domainName: string
  readonly #secret: SecretValue

  constructor(scope: Construct, id: string, props: FrontDoorProps) {
    super(scope, id)
    this.#secret = props.secret
    const { domain } = props
    const http = {
      ...this.#behavior('http', props.httpDomainName),
      // CloudFront takes no policy without an origin.
      ...(props.corsOrigins.length > 0 && {
        responseHeadersPolicy: errorCors(this, props.corsOrigins),
      }),
    }
    const { distributionDomainName } = new Distribution(this, 'Distribution', {
      ...(domain && {
        domainNames: [...domain.names],
        certificate: Certificate.fromCertificateArn(
          this,
          'Certificate',
          domain.certificateArn,
        ),
      }),
      // CloudFormation rereads a secret only when a property of the distribution changes.
      ...(props.rotation && { comment: `front door secret: ${props.rotation}` }),
      ...(props.webAclArn && { webAclId: props.webAclArn }),
      enableIpv6: true,
      defaultBehavior: http,
      // By default CloudFront caches an error for 10 s and serves it to every client.
      errorResponses: [404, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      additionalBehaviors: {
        '/uploads/*': { ...http, ...pictureCaching(this, props.hasFurtherShops) },
        ...Object.fromEntries(
          props.sockets.flatMap(({ name, paths, domainName, stagePath }) => {
            const behavior = this.#behavior(name, domainName, stagePath)
            return paths.map((path) => [path, behavior])
          }),
        ),
      },
    })
    this.domainName = distributionDomainName
    this.url = `https://${domain?.names[0] ?? distributionDomainName}`
    if (!domain) {
      Validations.of(this).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason:
          "CloudFront's own domain has no choice of TLS version; a shop's domain has.",
      })
    }
  }

  /** Forwards requests unchanged, or all of them to one path. */
  #behavior(id: string, domainName: string, path?: string): BehaviorOptions {
    return {
      origin: new HttpOrigin(domainName, {
        customHeaders: { [frontDoorHeaders.secret]: this.#secret.unsafeUnwrap() },
        // Above the API's 30 s, so that the caller gets the API's own error response.
        readTimeout: Duration.seconds(60),
        keepaliveTimeout: Duration.seconds(60),
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, `${id}-viewer`, {
            runtime: FunctionRuntime.JS_2_0,
            code: FunctionCode.fromInline(viewerRequest(path)),
          }),
        },
      ],
    }
  }
}

/** Overwrites the viewer headers, so that a client cannot claim another address or host. */
const viewerRequest = (path?: string) =>
  [
    'function handler(event) {',
    '  const request = event.request',
    `  request.headers['${frontDoorHeaders.viewer}'] = { value: event.viewer.ip }`,
    `  request.headers['${frontDoorHeaders.host}'] = { value: request.headers.host.value }`,
    ...(path === undefined
      ? []
      : [
          `  request.headers['${frontDoorHeaders.path}'] = { value: request.uri }`,
          `  request.uri = '${path}'`,
        ]),
    '  return request',
    '}',
  ].join('\n')

/**
 * Caches pictures as long as the function's Cache-Control says, by the Origin that their
 * CORS headers depend on, and by host if the host names the shop. Without cookies and
 * tokens, as they are public.
 */
function pictureCaching(scope: Construct, hasFurtherShops: boolean) {
  return {
    cachedMethods: CachedMethods.CACHE_GET_HEAD,
    // Pictures are compressed already.
    compress: false,
    cachePolicy: new CachePolicy(scope, 'PictureCache', {
      cachePolicyName: nameOf(scope, 'pictures'),
      comment: 'Uploaded pictures, which never change',
      headerBehavior: CacheHeaderBehavior.allowList(
        'Origin',
        ...(hasFurtherShops ? [frontDoorHeaders.host] : []),
      ),
      minTtl: Duration.seconds(0),
      // A response without Cache-Control is not cached.
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
    }),
    originRequestPolicy: new OriginRequestPolicy(scope, 'PictureRequests', {
      originRequestPolicyName: nameOf(scope, 'pictures'),
      comment: "The viewer function's headers alone",
      headerBehavior: OriginRequestHeaderBehavior.allowList(
        frontDoorHeaders.viewer,
        frontDoorHeaders.host,
      ),
    }),
  }
}

/**
 * CORS headers for responses that have none: errors of API Gateway itself, such as 413 and
 * 429. The functions' own headers stay. CloudFront adds them for these origins only.
 */
const errorCors = (scope: Construct, corsOrigins: readonly string[]) =>
  new ResponseHeadersPolicy(scope, 'ErrorCors', {
    responseHeadersPolicyName: nameOf(scope, 'errors'),
    comment: "CORS headers for API Gateway's own errors",
    corsBehavior: {
      originOverride: false,
      accessControlAllowCredentials: true,
      accessControlAllowOrigins: corsOrigins.flatMap((each) => webOrigin(each) ?? []),
      accessControlAllowMethods: [...corsHeaders.methods],
      accessControlAllowHeaders: [...corsHeaders.requestHeaders],
      accessControlExposeHeaders: [...corsHeaders.exposedHeaders],
    },
  })

/** Names of policies are unique in an account, whose regions may have a stack each. */
const nameOf = (scope: Construct, policy: string) => {
  const { stackName, region } = Stack.of(scope)
  return `${stackName}-${region}-${policy}`
}
