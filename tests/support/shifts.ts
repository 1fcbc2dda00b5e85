import { expect } from 'vitest'
import type { Shop } from './shop.ts'

/** The input of a shift that has ended. */
export const endedInput = { endTime: '1777640400000' }

export const alreadyOpenResponse = { status: 409, body: 'There is already an open shift' }
export const notClosableResponse = {
  status: 404,
  body: 'Shift not found or already closed',
}
export const notFoundResponse = { status: 404, body: 'Shift not found' }
export const noneOpenResponse = { status: 204, body: undefined }

/** Creates and finds the shifts of a shop, as its administrator. */
export async function shiftsOf(shop: Shop) {
  const admin = await shop.admin()

  /**
   * Shift as existing clients send it: local times, and no amounts until the shift is closed.
   */
  const shiftInput = (changes: object = {}) => ({
    userId: shop.ownerId,
    shiftDate: '2026-05-01',
    startTime: '08:30:00',
    notes: '',
    initialAmount: 100.5,
    ...changes,
  })

  return {
    admin,
    shiftInput,
    createShift: async (changes: object = {}): Promise<string> => {
      return (await admin.pos.shifts.create({ body: shiftInput(changes) })).id
    },
    findShift: (id: string) => admin.pos.shifts.one({ params: { id } }),
    closeShift: async (id: string, amounts: object = {}) => {
      const { status } = await admin.post(`/shifts/${id}/close`, amounts)
      expect(status).toBe(200)
    },
    breakdown: async (id: string) => (await admin.get(`/shifts/${id}/breakdown`)).body,
    zReport: async (id: string) => (await admin.get(`/shifts/${id}/z-report`)).body,
    moveCash: (id: string, type: string, amount: number, reason = 'change') =>
      admin.post(`/shifts/${id}/cash`, { type, amount, reason }),
    /** Deletes every shift. */
    deleteShifts: async () => {
      for (const { id } of await admin.pos.shifts.list()) {
        await admin.pos.shifts.remove({ params: { id } })
      }
    },
  }
}
export type Shifts = Awaited<ReturnType<typeof shiftsOf>>
