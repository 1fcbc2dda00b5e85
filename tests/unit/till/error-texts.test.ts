import { expect, test } from 'vitest'
import { groups } from '../../../functions/all.ts'
import { failuresOf } from '../../../infra/openapi/failures.ts'
import { errors as en } from '../../../pages/parts/texts/en.ts'
import { nextSteps } from '../../../shared/lightning/node/failure.ts'
import { sources, textOf } from '../../architecture/sources.ts'

/** Refusals of requests that the till never sends; the fallback has words for these. */
const mistakesOfPrograms = [
  'api_key_with_cookies',
  'blank_parameter',
  'idempotency_key_reused',
  'invalid',
  'invalid_business_type',
  'invalid_cash_rounding',
  'invalid_filter',
  'invalid_page',
  'invalid_period',
  'invalid_status',
  'invalid_tip_percentages',
  'malformed_day',
  'malformed_idempotency_key',
  'malformed_type',
  'missing_business_data',
  'missing_user_data',
  'nothing_provided',
  'one_sided_days',
  'payment_hash_required',
  'response_too_large',
  'reversed_days',
  'reversed_totals',
  'till_token_invalid',
  'too_many_files',
]

test('every refusal that the till may meet has words of its own', () => {
  const called = new Set(
    sources('pages/till/**/*.{ts,tsx}', 'pages/parts/**/*.{ts,tsx}').flatMap((path) =>
      [...textOf(path).matchAll(/pos\s*\.(\w+)\s*\.(\w+)/g)].map(
        ([, group, name]) => `${group}.${name}`,
      ),
    ),
  )
  expect(called).toContain('storeOrders.checkout')
  const speechless = groups.flatMap((group) => {
    const name = group.name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
    return Object.entries(group.endpoints)
      .filter(([each]) => called.has(`${name}.${each}`))
      .flatMap(([, endpoint]) => failuresOf(group, endpoint))
      .filter(({ code }) => !(code in en) && !mistakesOfPrograms.includes(code))
  })
  expect(speechless.map(({ code }) => code)).toEqual([])
})

test('every error that has words of its own is one that the API names', () => {
  const own = ['unreachable', 'unexpected', 'refused']
  const named = textOf('docs/openapi.json')
  const strays = Object.keys(en).filter(
    (code) => !own.includes(code) && !named.includes(`"${code}"`),
  )
  expect(strays).toEqual([])
})

test('a payment that failed has words for each step that may come next', () => {
  expect(Object.keys(en.payment_failed).toSorted()).toEqual(nextSteps.toSorted())
})
