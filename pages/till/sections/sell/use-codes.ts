import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Product } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { pos } from '../../../parts/pos.ts'
import { useScanner } from '../../../parts/scanner/scanner-provider.tsx'
import { findCode, type Scanned } from '../../scanner/find-code.ts'
import { readProduct } from '../../shop/shop.ts'
import { useTill } from '../../shop/till.tsx'
import { useSellTexts } from '../../texts/use-texts.ts'

type Props = {
  /** More than one share an article number: somebody says which is meant. */
  readonly onFound: (found: readonly Scanned[]) => void
  /** Reason why a code cannot be sold at this moment. */
  readonly refusalOf: (code: string) => string | undefined
}

/**
 * Sells the codes that a scanner types anywhere on the page; returns the handler of a
 * code. Asks the shop for codes that the till does not know: they may be new.
 */
export function useCodes(props: Props): (code: string) => void {
  const texts = useSellTexts()
  const { shop, failed, learn } = useTill()
  const { receive, say } = useScanner()
  // A code is asked for while the cashier goes on
  const latest = useRef(props)
  latest.current = props

  const sell = (code: string, found: readonly Scanned[]) => {
    const refusal = latest.current.refusalOf(code)
    say(refusal)
    if (refusal === undefined) latest.current.onFound(found)
  }
  const take = async (codes: readonly string[]) => {
    const [code = ''] = codes
    const known = findCode(shop.products, codes)
    if (known.length > 0) return sell(code, known)
    const refusal = latest.current.refusalOf(code)
    if (refusal !== undefined) return say(refusal)
    try {
      const found = await askFor(codes)
      for (const { product } of found) learn(product.id, product)
      sell(code, found)
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
        knows: (codes) => findCode(products.current, codes).length > 0,
        take: (codes) => void takeLatest.current(codes),
      }),
    [receive],
  )
  return (code) => void take([code])
}

const isUnknown = (error: unknown) => error instanceof PosError && error.status === 404

/** A scanned product as the shop returned it, with all its fields. */
type Asked = Scanned & { readonly product: Product }

/** Asks the shop for the goods with the first of these codes that any has. Throws PosError. */
async function askFor(codes: readonly string[]): Promise<Asked[]> {
  const [code = '', ...others] = codes
  try {
    const {
      id,
      variantId,
      others: more = [],
    } = await pos.products.byCode({ params: { code } })
    const found = await Promise.all(
      [{ productId: id, variantId }, ...more].map(async (each) => {
        const product = await readProduct(each.productId)
        if (!product) return []
        return { product, variantId: product.hasVariants ? each.variantId : undefined }
      }),
    )
    return found.flat()
  } catch (error) {
    if (others.length === 0 || !isUnknown(error)) throw error
    return askFor(others)
  }
}
