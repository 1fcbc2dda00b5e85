import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../../../../page-parts/controls/dialog.tsx'
import { pos } from '../../../../page-parts/pos.ts'
import {
  removeSamples,
  type Sample,
  sampleDishes,
  sampleProducts,
} from '../set-up/samples.ts'
import { useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'

/** Removes the samples of the set-up, where the shop has some, once that is confirmed. */
export function RemoveSamples() {
  const texts = useTexts()
  const samples = useSamples()
  const [isAsking, setAsking] = useState(false)
  if (samples.length === 0) return null
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {texts.removeSamples}
      </button>
      {isAsking && <Confirmation samples={samples} onClose={() => setAsking(false)} />}
    </>
  )
}

type Props = { readonly samples: readonly Sample[]; readonly onClose: () => void }

function Confirmation({ samples, onClose }: Props) {
  const texts = useTexts()
  const { may, readAgain, failed } = useTill()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const remove = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await removeSamples(samples, may('categories_delete'))
      onClose()
      await readAgain()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.removeSamples} onClose={onClose}>
      <p>{texts.areRemoved(samples.length)}</p>
      <p class="quiet">{samples.map(({ name }) => name).join(', ')}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button
        type="button"
        class="strong"
        disabled={isBusy}
        onClick={() => void remove()}
      >
        {texts.removeThem(samples.length)}
      </button>
    </Dialog>
  )
}

/** The samples of the shop that the person may remove. */
function useSamples(): readonly Sample[] {
  const { shop, may } = useTill()
  const [dishes, setDishes] = useState<readonly Sample[]>([])
  const mayHaveDishes =
    shop.settings.businessType === 'restaurant' && may('dish_read') && may('dish_delete')
  useEffect(() => {
    if (!mayHaveDishes) return
    // The menu is read for this alone; without it, none are offered
    pos.dishes.list().then(
      (all) => setDishes(sampleDishes(all)),
      () => undefined,
    )
  }, [mayHaveDishes, shop])
  return may('products_delete') ? [...sampleProducts(shop.products), ...dishes] : dishes
}
