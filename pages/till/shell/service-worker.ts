import { useEffect } from 'preact/hooks'
import { isAllKept } from '../../parts/kept.ts'
import { isHeldOpen } from '../lock/idle-lock.ts'

/** Says if this till opens without the network, and if not why. */
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

/** Shortest interval at which a till that sells looks for a newer version, in ms. */
const lookMs = 15 * 60_000
let lookedMs = Date.now()

/** The sale that has just ended is still shown. In ms. */
const retryMs = 5_000

const scriptsIn = (html: string) => /"\/till\/till-[^"]+\.js"/.exec(html)?.[0]

/** Loads a newer till between two sales, while nobody touches this one. */
export function useUpdates(isIdle: boolean): void {
  useEffect(() => {
    if (!isIdle || Date.now() - lookedMs < lookMs) return
    let isStillIdle = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      const isUsed =
        !isAllKept() || isHeldOpen() || document.querySelector('dialog[open]') !== null
      if (isUsed) timer = setTimeout(reload, retryMs)
      else location.reload()
    }
    const look = async () => {
      try {
        const page = await (await fetch('/till', { cache: 'no-cache' })).text()
        const script = scriptsIn(page)
        const isNew = script && script !== scriptsIn(document.documentElement.outerHTML)
        if (!isNew) lookedMs = Date.now()
        else if (isStillIdle) reload()
      } catch {
        // The next look may get through.
      }
    }
    void look()
    return () => {
      isStillIdle = false
      clearTimeout(timer)
    }
  }, [isIdle])
}
