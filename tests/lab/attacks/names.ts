import fc from 'fast-check'
import { bodiesFor } from '../../generated/bad-input.ts'
import {
  type Attack,
  authorizedFor,
  existingTarget,
  hasParameters,
  inheritedNames,
  isInvalidFor,
  readsJson,
  requiredFields,
  targetWith,
} from './attack.ts'

const anyName = fc.constantFrom(...inheritedNames)

/** Inherited names as ids in paths, and as names and values of the query. */
export const inheritedIds: Attack = {
  name: 'prototype ids',
  fits: (endpoint) => hasParameters(endpoint) || endpoint.method === 'GET',
  perEndpoint: 8,
  requests: (endpoint, loot) =>
    fc
      .tuple(anyName, anyName, anyName, bodiesFor(endpoint, loot.ids))
      .map(([id, name, value, body]) => ({
        method: endpoint.method,
        target: `${targetWith(endpoint, id)}?${name}=${value}&__proto__[limit]=1&limit=${value}`,
        headers: authorizedFor(endpoint, loot),
        ...(endpoint.method !== 'GET' && { body }),
      })),
}

/** Fields that an object would inherit, and fields that name what does not exist. */
export const inheritedFields: Attack = {
  name: 'prototype fields',
  fits: (endpoint) => readsJson(endpoint) && requiredFields(endpoint).length > 0,
  perEndpoint: 10,
  requests: (endpoint, loot) =>
    fc
      .tuple(bodiesFor(endpoint, loot.ids), anyName, fc.nat())
      .map(([valid, name, at]) => {
        // A role itself is named as anyone likes
        const references = endpoint.path.startsWith('/roles')
          ? []
          : requiredFields(endpoint).filter((field) =>
              /Id$|acronym|^type$|^status$|^role$/.test(field),
            )
        const field = references[at % references.length]
        const pointing =
          field && valid.startsWith('{') && `${valid.slice(0, -1)},"${field}":"${name}"}`
        const bodies = [
          `{"__proto__":${valid}}`,
          `{"constructor":{"prototype":${valid}}}`,
          `{"${name}":${valid}}`,
          `[${valid},{"__proto__":{"length":1}}]`,
          ...(pointing ? [pointing, pointing] : []),
        ].filter((body) => body === pointing || isInvalidFor(endpoint, body))
        return {
          method: endpoint.method,
          target: existingTarget(endpoint, loot),
          headers: authorizedFor(endpoint, loot),
          body: bodies[at % bodies.length] ?? '{',
        }
      }),
  expects: (status) => status >= 400,
}
