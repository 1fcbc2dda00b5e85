import type * as z from 'zod'
import { Failure } from '../../failure.ts'
import { requireOwnPin } from '../../people/auth/own-pin.ts'
import { type Caller, verifyDevice } from '../../people/auth/tokens.ts'
import { findLiveUser } from '../../people/staff/live-user.ts'
import { permissionList } from '../../people/staff/permissions.ts'
import { giveOfflineKey } from '../../people/tills/till-people.ts'
import type { TillRecord } from '../../people/tills/till-records.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { readBusiness } from '../shop-config/config.ts'
import type { GivenKey } from './offline-key.ts'

/**
 * Gives the caller a key that sells at a till without the cloud, for the caller's own PIN. Serves POST
 * /auth/offline. Throws `offlineSellingOff`, `permissionRequired` for an administrator unless the
 * shop lets administrators, `invalidCredentials`, `tooManyAttempts`, `conflict`.
 */
export async function fetchOfflineKey(
  pin: string,
  caller: Caller,
  till: TillRecord,
  request: {
    readonly ip: string
    readonly cookies: ReadonlyMap<string, string>
    readonly nowMs: number
  },
): Promise<z.output<typeof GivenKey>> {
  const [business, live, device] = await Promise.all([
    readBusiness(),
    findLiveUser(caller),
    verifyDevice(request.cookies.get('device')),
  ])
  if (!live) throw new Failure('unauthenticated')
  const { user, role } = live
  if (!business.offlineSelling) throw new Failure('offlineSellingOff')
  if (!role || (role.isAdmin && !business.offlineAdmins)) {
    throw new Failure('permissionRequired')
  }
  await requireOwnPin(pin, caller, request, 'invalidCredentials')
  const { nowMs } = request
  const { key, untilMs } = await giveOfflineKey(till, user, device?.id, nowMs)
  return {
    key,
    userId: user.id,
    permissions: permissionList(role).map(({ name }) => name),
    validUntil: isoSeconds(untilMs),
  }
}
