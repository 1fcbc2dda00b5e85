import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import type { JsonObject } from './json.ts'

/**
 * The Set-Cookie header of an endpoint's successes, if it sets or deletes cookies. Its
 * `x-cookies` names those of every success, and its `x-renewed-cookies` those of an answer,
 * also of a failure, that has renewed them.
 */
export function cookieHeader({
  access,
  cookies = [],
  renews,
  till,
}: Endpoint): JsonObject {
  const renewed = [
    ...(renews || access === 'login-screen' ? ['accessToken'] : []),
    ...(till === undefined ? [] : ['tillToken']),
  ]
  if (cookies.length + renewed.length === 0) return {}
  const texts = [
    ...(cookies.length > 0 ? [`Sets or deletes ${listed(cookies)}.`] : []),
    ...(renewed.length > 0 ? [`Sets ${listed(renewed)} if it was renewed.`] : []),
  ]
  return {
    'Set-Cookie': {
      description: `${texts.join(' ')} Cookies are HttpOnly; a deleted one has no value.`,
      required: cookies.length > 0,
      schema: { type: 'string' },
      ...(cookies.length > 0 && { 'x-cookies': cookies }),
      ...(renewed.length > 0 && { 'x-renewed-cookies': renewed }),
    },
  }
}

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
