import type { Client } from './client.ts'
import { noteAudited, outcomeOf } from './trail.ts'
import type { World } from './world.ts'

/** The pairs of names and values that an answer sets. */
export const cookiesOf = (set: readonly string[]): string[] =>
  set.map((cookie) => cookie.replace(/;.*$/, ''))

/**
 * A colleague logs in on a device, and logs out again or gets a new PIN. Once either is
 * done, nothing opens that session again.
 */
export async function endSession(world: World, client: Client): Promise<void> {
  const { random } = client
  const { id, name, pin } = world.shop.colleague
  const login = await client.as([]).send('POST', '/auth/login', { name, pin })
  if (login?.status !== 200) return
  const device = client.as(cookiesOf(login.cookies))
  if (random.chance(0.5)) await device.send('POST', '/auth/refresh')
  const isLogout = random.chance(0.6)
  const ended = isLogout
    ? await device.send('POST', '/auth/logout')
    : await client.send('PUT', `/users/${id}`, { pin })
  if (!isLogout) noteAudited(world, 'pin', name, outcomeOf(ended, false))
  if (!ended || ended.status >= 300) return
  const refreshed = await device.send('POST', '/auth/refresh')
  if (refreshed && refreshed.status !== 401) {
    throw new Error(`a session that has ended is refreshed: ${refreshed.status}`)
  }
}
