import { useLayoutEffect, useRef } from 'preact/hooks'
import { pos } from '../../../../../page-parts/pos.ts'
import { useScanner } from '../../../../../page-parts/scanner/scanner-provider.tsx'
import type { Product } from '../../../../../shared/client/api.ts'
import { PosError } from '../../../../../shared/client/pos-error.ts'
import { findCode } from '../../scanner/find-code.ts'
import { useTill } from '../../shop/till.tsx'
import { useSellTexts } from './use-sell-texts.ts'

type Props = {
  readonly onFound: (product: Product, variantId?: string) => void
  /** Why a code cannot be sold in this moment. */
  readonly refusalOf: (code: string) => string | undefined
}

/**
 * Sells what a scanner types, wherever on the page it does; returns what to do with a code. What
 * the till does not know is asked for: it may be new.
 */
export function useCodes(props: Props): (code: string) => void {
  const texts = useSellTexts()
  const { shop, failed, readAgain } = useTill()
  const { receive, say } = useScanner()
  // A code is asked for while the cashier goes on
  const latest = useRef(props)
  latest.current = props

  const found = (code: string, product: Product, variantId?: string) => {
    const refusal = latest.current.refusalOf(code)
    say(refusal)
    if (refusal === undefined) latest.current.onFound(product, variantId)
  }
  const take = async (codes: readonly string[]) => {
    const [code = ''] = codes
    const known = findCode(shop.products, codes)
    if (known) return found(code, known.product, known.variantId)
    const refusal = latest.current.refusalOf(code)
    if (refusal !== undefined) return say(refusal)
    try {
      const { variantId, ...product } = await askFor(codes)
      await readAgain()
      found(code, product, product.hasVariants ? variantId : undefined)
    } catch (error) {
      say(isUnknown(error) ? texts.unknownCode(code) : `${code}: ${failed(error)}`)
    }
  }
  const takeLatest = useRef(take)
  takeLatest.current = take
  const products = useRef(shop.products)
  products.current = shop.products
  useLayoutEffect(
    () =>
      receive({
        knows: (codes) => findCode(products.current, codes) !== undefined,
        take: (codes) => void takeLatest.current(codes),
      }),
    [receive],
  )
  return (code) => void take([code])
}

const isUnknown = (error: unknown) => error instanceof PosError && error.status === 404

/** What has one of these codes, the first that anything has. Throws PosError. */
async function askFor(codes: readonly string[]) {
  const [code = '', ...others] = codes
  try {
    return await pos.products.byCode({ params: { code } })
  } catch (error) {
    if (others.length === 0 || !isUnknown(error)) throw error
    return askFor(others)
  }
}
