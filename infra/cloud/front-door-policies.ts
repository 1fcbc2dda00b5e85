import { Duration, Stack } from 'aws-cdk-lib'
import {
  CachedMethods,
  CacheHeaderBehavior,
  CachePolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import { frontDoorHeaders } from '../../shared/auth/front-door.ts'
import { webOrigin } from '../../shared/deployment/web-origin.ts'
import { corsHeaders } from '../../shared/http/cors-headers.ts'

/**
 * How pictures are cached: for as long as the function's Cache-Control says, apart by the
 * Origin that their CORS headers depend on. Without cookies and tokens, as they are public.
 */
export function pictureCaching(scope: Construct) {
  return {
    cachedMethods: CachedMethods.CACHE_GET_HEAD,
    // Pictures are compressed already.
    compress: false,
    cachePolicy: new CachePolicy(scope, 'PictureCache', {
      cachePolicyName: nameOf(scope, 'pictures'),
      comment: 'Uploaded pictures, which never change',
      headerBehavior: CacheHeaderBehavior.allowList('Origin'),
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
export const errorCors = (scope: Construct, corsOrigins: readonly string[]) =>
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
