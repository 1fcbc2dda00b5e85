import type { Key } from '../../platform/dynamodb/keys.ts'
import { put, type Write } from '../../platform/dynamodb/write.ts'
import { deviceSeconds } from './known-devices.ts'

/** The record of a device that was lost: it knows nobody any more. */
export const lostDeviceKey = (id: string): Key => ({
  pk: `LOST-DEVICE#${id}`,
  sk: 'LOST',
})

/** Loses a device for as long as its cookie lasts. */
export const putLostDevice = (id: string, nowMs: number): Write =>
  put({ ...lostDeviceKey(id), expiresAt: Math.ceil(nowMs / 1000) + deviceSeconds })
