import { retryOnConflict } from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { update } from '../dynamodb/write.ts'
import {
  type DevicesRecord,
  devicesKey,
  strangersKey,
  upsertDevices,
} from './login-limit-records.ts'

/** Forgets the wrong PINs of a name, of strangers and at its devices. Throws `conflict`. */
export const forgetLoginFailures = (name: string): Promise<void> =>
  retryOnConflict(async () => {
    const [strangers, current] = (await readMany([
      strangersKey(name),
      devicesKey(name),
    ])) as [object | undefined, DevicesRecord | undefined]
    const devices = (current?.devices ?? []).map((each) => ({ ...each, level: 0 }))
    const writes = [
      ...(strangers ? [update(strangersKey(name), { set: { level: 0 } })] : []),
      ...(current
        ? [upsertDevices(name, { ...current, devices }, current, Date.now())]
        : []),
    ]
    if (writes.length > 0) await transact(writes)
  })
