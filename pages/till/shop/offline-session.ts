import { logIn } from '../../parts/failed-logins.tsx'
import { gate, type Me, pos } from '../../parts/pos.ts'
import { problemOf } from '../../parts/problem.ts'
import { rememberedSession } from '../../parts/remembered-session.ts'
import { isLeaving } from './kept.ts'
import { fetchOfflineKey, logInOffline } from './offline-keys.ts'
import { keptTill } from './own-till.ts'

type Login = { readonly name: string; readonly pin: string }

/** Whoever has logged in without the cloud, until the shop knows it: in this page's memory alone. */
let awaited: Login | undefined

/** Paths that end the session of before, and begin that of whoever is here. */
const paths = ['/api/health', '/auth/logout', '/auth/login']

/** Nobody acts with the session of whoever was here before. */
function awaitShop(login: Login | undefined): void {
  awaited = login
  gate.isOpenFor = (path) => login === undefined || paths.includes(path)
}

/**
 * Logs somebody in: at the shop, or while that is unreachable by what this device keeps. Throws
 * PosError, NotOffline.
 */
export async function logInHere(login: Login): Promise<Me> {
  try {
    const me = await logIn(login)
    awaitShop(undefined)
    if (keptTill.get()) void fetchOfflineKey(me, login.pin)
    return me
  } catch (error) {
    if (problemOf(error) !== 'unreachable' || !keptTill.get()) throw error
    const me = await logInOffline(login.name, login.pin)
    // A reload asks for the PIN again
    await isLeaving.set(true)
    awaitShop(login)
    return me
  }
}

/**
 * Logs whoever is here in at the shop, once that answers; undefined for those who are already. Throws
 * PosError.
 */
export async function logInAtShop(): Promise<Me | undefined> {
  if (!awaited) return undefined
  const login = awaited
  try {
    await pos.auth.logout()
  } catch (error) {
    // It was over
    if (problemOf(error) === 'unreachable') throw error
  }
  const me = await logIn(login)
  awaitShop(undefined)
  await isLeaving.set(false)
  rememberedSession.keep(true)
  void fetchOfflineKey(me, login.pin)
  return me
}

/** Forgets whoever has logged in without the cloud. */
export const endOfflineSession = (): void => awaitShop(undefined)
