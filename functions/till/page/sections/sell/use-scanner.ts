import { useLayoutEffect, useRef } from 'preact/hooks'
import { pos } from '../../../../../page-parts/pos.ts'
import type { Product } from '../../../../../shared/client/api.ts'
import { PosError } from '../../../../../shared/client/pos-error.ts'
import { useTill } from '../../shop/till.tsx'
import { scanning } from './scan.ts'
import { findCode } from './search.ts'
import { useSellTexts } from './use-sell-texts.ts'

/**
 * Listens for a scanner that types, wherever on the page it does; returns what to do with a
 * code. What the till does not know is asked for: it may be new.
 */
export function useScanner(
  onFound: (product: Product, variantId?: string) => void,
  onTrouble: (text: string) => void,
): (code: string) => void {
  const texts = useSellTexts()
  const { shop, failed, readAgain } = useTill()

  const scan = async (code: string) => {
    const known = findCode(shop.products, code)
    if (known) return onFound(known.product, known.variantId)
    try {
      const { variantId, ...product } = await pos.products.byCode({ params: { code } })
      await readAgain()
      onFound(product, product.hasVariants ? variantId : undefined)
    } catch (error) {
      const isUnknown = error instanceof PosError && error.status === 404
      onTrouble(isUnknown ? texts.unknownCode(code) : failed(error))
    }
  }
  const latest = useRef(scan)
  latest.current = scan
  useLayoutEffect(() => {
    const take = scanning()
    const listen = (event: KeyboardEvent) => {
      const code = take(event.key, event.timeStamp)
      // A field takes its own keys, and a dialog is about something else.
      if (code === undefined || isTyping(event.target) || isDialogOpen()) return
      event.preventDefault()
      void latest.current(code)
    }
    // Before a button that has the focus takes the scanner's Enter.
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
  return (code) => void scan(code)
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea')

export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null
