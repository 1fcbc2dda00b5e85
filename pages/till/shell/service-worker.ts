import { useEffect } from 'preact/hooks'
import { isAllKept } from '../../parts/kept.ts'
import { isHeldOpen } from '../lock/idle-lock.ts'

/** Whether this till opens without the network, and if not why. */
export const workerState = (): 'active' | 'insecure' | 'unable' =>
  !globalThis.isSecureContext
    ? 'insecure'
    : 'serviceWorker' in navigator
      ? 'active'
      : 'unable'

/** Lets the browser keep the till's own files. Without that it sells online all the same. */
export function keepPage(): void {
  if (workerState() !== 'active') return
  addEventListener('load', () => {
    navigator.serviceWorker
      .register('/till/worker.js', { scope: '/till' })
      .catch(() => undefined)
  })
}

/** How often a till that stays open looks for a newer one, in ms. */
const lookMs = 15 * 60_000

const scriptsIn = (html: string) => /"\/till\/till-[^"]+\.js"/.exec(html)?.[0]

/** Loads a newer till as soon as one is there, between two sales. */
export function useUpdates(isIdle: boolean): void {
  useEffect(() => {
    if (!isIdle) return
    const look = async () => {
      try {
        const page = await (await fetch('/till', { cache: 'no-cache' })).text()
        const script = scriptsIn(page)
        const isNew = script && script !== scriptsIn(document.documentElement.outerHTML)
        const isUsed =
          !isAllKept() || isHeldOpen() || document.querySelector('dialog[open]') !== null
        if (isNew && !isUsed) location.reload()
      } catch {
        // The next look may get through.
      }
    }
    const timer = setInterval(() => void look(), lookMs)
    return () => clearInterval(timer)
  }, [isIdle])
}
