import { expect, test } from 'vitest'
import { isUndecided } from '../../../pages/office/sections/node/is-undecided.ts'
import { connect } from '../../../shared/client/connect.ts'

/** The end of a payment whose attempts get these answers in turn; null is a lost one. */
async function failureAfter(...answers: (readonly [number, object?] | null)[]) {
  const pos = connect({
    baseUrl: 'https://shop.example',
    fetch: async () => {
      const answer = answers.shift()
      if (!answer) throw new TypeError('Connection lost')
      const [status, body = {}] = answer
      return Response.json(body, { status })
    },
    retries: answers.length - 1,
  })
  const body = { address: 'bc1q', amountSat: 1_000, feerateSatByte: 2 }
  return pos.wallet.payOnchain({ body }).catch((error: unknown) => error)
}

const refused = [402, { code: 'insufficient_funds' }] as const
const shut = [403, { code: 'wallet_required' }] as const

test('a payment is refused for good only where an answer says that nothing was sent', async () => {
  for (const answer of [[408], [503], [520], [524], [502]] as const) {
    expect(isUndecided(await failureAfter(answer), false), String(answer)).toBe(true)
  }
  expect(isUndecided(await failureAfter(refused), false)).toBe(false)
  expect(isUndecided(await failureAfter(shut), false)).toBe(false)
})

test('a refusal at the door says nothing of an attempt whose answer was lost', async () => {
  expect(isUndecided(await failureAfter(null, shut), false)).toBe(true)
  expect(isUndecided(await failureAfter(shut), true)).toBe(true)
  expect(isUndecided(await failureAfter(null, refused), true)).toBe(false)
})
