import { expect } from 'vitest'
import type { Shop } from './shop.ts'

/** A shift that ended. */
export const ended = { endTime: '1777640400000' }

export const alreadyOpen = { status: 409, body: 'There is already an open shift' }
export const notClosable = { status: 404, body: 'Shift not found or already closed' }
export const noneOpen = { status: 204, body: undefined }

/** The shifts of a shop, as its administrator keeps them. */
export async function openShiftBook(shop: Shop) {
  const admin = await shop.admin()

  /** What existing clients send: local times, and no amounts until the shift is closed. */
  const wanted = (changes: object = {}) => ({
    userId: shop.ownerId,
    shiftDate: '2026-05-01',
    startTime: '08:30:00',
    notes: '',
    initialAmount: 100.5,
    ...changes,
  })

  return {
    admin,
    wanted,
    create: async (changes: object = {}): Promise<string> => {
      const { status, body } = await admin.post('/shifts', wanted(changes))
      expect(status).toBe(201)
      return body.id
    },
    shift: async (id: string) => (await admin.get(`/shifts/${id}`)).body,
    /** Deletes every shift. */
    clear: async () => {
      const { body } = await admin.get('/shifts')
      for (const { id } of Array.isArray(body) ? body : []) {
        await admin.del(`/shifts/${id}`)
      }
    },
  }
}
