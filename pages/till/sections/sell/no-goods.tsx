import { useState } from 'preact/hooks'
import { useCarts } from '../../cart/cart-provider.tsx'
import { makeSamples } from '../../set-up/samples.ts'
import { useTill } from '../../shop/till.tsx'
import { useSellTexts, useSetUpTexts } from '../../texts/use-texts.ts'

type Props = {
  readonly query: string
  /** Undefined for people who may not add products. */
  readonly onAdd: (() => void) | undefined
}

/** Explains why no product is shown, and how to get some. */
export function NoGoods({ query, onAdd }: Props) {
  const texts = useSellTexts()
  const { shop } = useTill()
  const isSearch = query.trim() !== ''
  return (
    <div class="nothing">
      <p>{isSearch ? texts.nothingFound(query.trim()) : texts.noGoods}</p>
      {onAdd && (
        <>
          <button type="button" class="strong" onClick={onAdd}>
            {texts.newProduct}
          </button>
          {!isSearch && shop.products.length === 0 && <SamplesButton />}
        </>
      )}
    </div>
  )
}

/** Makes the samples of the set-up, which may have failed there. */
function SamplesButton() {
  const texts = useSellTexts()
  const { storeSamples } = useSetUpTexts()
  const { may, readChange, failed } = useTill()
  const { prices } = useCarts()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  if (!may('categories_create')) return null
  const make = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await makeSamples('product', storeSamples, prices.smallestCents === 100)
      await readChange()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void make()}>
        {texts.addSamples}
      </button>
      <p class="trouble" role="alert">
        {trouble}
      </p>
    </>
  )
}
