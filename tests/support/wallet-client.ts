import { expect } from 'vitest'
import type { CheckedClient } from './answers/checked-client.ts'
import { owner, type Shop } from './shop.ts'

/** A client of the shop's owner with an open wallet session. */
export async function openWallet(shop: Shop): Promise<CheckedClient> {
  const client = await shop.admin()
  await client.pos.wallet.open({ body: { password: owner.password } })
  return client
}

/** The body of a failure of the node, whatever its message. */
export const nodeFailure = (reason: string, code = 200) => ({
  code,
  source: 'node',
  reason,
  message: expect.any(String),
})

/** The satoshis that a piece of work sends, without fees. */
export async function sentBy(
  wallet: CheckedClient,
  work: () => Promise<unknown>,
): Promise<number> {
  const sentSat = async (): Promise<number> => {
    const { body } = await wallet.get('/wallet/payments/outgoing?limit=1000')
    return body.reduce(
      (sum: number, { sent, fees }: { sent: number; fees: number }) =>
        sum + sent - Math.floor(fees / 1_000),
      0,
    )
  }
  const before = await sentSat()
  await work()
  return (await sentSat()) - before
}
