import type { Attack } from './attack.ts'
import {
  deepJson,
  doubledKeys,
  largeBodies,
  strangeNumbers,
  wrongJson,
  wrongText,
} from './bodies.ts'
import { cookieSoup, saltedCookies } from './cookies.ts'
import { formTricks } from './forms.ts'
import { hostileHeaders, strangeMethods } from './headers.ts'
import { keyTricks } from './keys.ts'
import { inheritedFields, inheritedIds } from './names.ts'
import { pathTricks, queryTricks } from './paths.ts'
import { badTokens, misplacedTokens } from './tokens.ts'
import { webhookTricks } from './webhooks.ts'

/** Every attack at the level of the protocol that needs no socket. */
export const attacks: readonly Attack[] = [
  badTokens,
  misplacedTokens,
  cookieSoup,
  saltedCookies,
  hostileHeaders,
  strangeMethods,
  pathTricks,
  queryTricks,
  wrongText,
  wrongJson,
  deepJson,
  largeBodies,
  doubledKeys,
  strangeNumbers,
  inheritedIds,
  inheritedFields,
  keyTricks,
  webhookTricks,
  formTricks,
]
