import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { type Sample, sampleDishes, sampleProducts } from '../set-up/sample.ts'
import { removeSamples } from '../set-up/samples.ts'
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
  const { may, readChange, failed } = useTill()
  const [keptIds, setKeptIds] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const removed = samples.filter(({ id }) => !keptIds.has(id))
  const toggle = (id: string) => {
    const next = new Set(keptIds)
    if (!next.delete(id)) next.add(id)
    setKeptIds(next)
  }
  const remove = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await removeSamples(removed, may('categories_delete'))
      onClose()
      await readChange()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.removeSamples} onClose={onClose}>
      <p>{texts.areRemoved(removed.length)}</p>
      {samples.map(({ id, name }) => (
        <label key={id} class="check">
          <input type="checkbox" checked={!keptIds.has(id)} onChange={() => toggle(id)} />
          {name}
        </label>
      ))}
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button
        type="button"
        class="strong"
        disabled={isBusy || removed.length === 0}
        onClick={() => void remove()}
      >
        {texts.removeThem(removed.length)}
      </button>
    </Dialog>
  )
}

/** The samples of the shop that the person may remove. */
function useSamples(): readonly Sample[] {
  const { shop, may } = useTill()
  const mayHaveDishes = shop.settings.businessType === 'restaurant' && may('dish_delete')
  const dishes = mayHaveDishes ? sampleDishes(shop.menu.dishes) : []
  return may('products_delete') ? [...sampleProducts(shop.products), ...dishes] : dishes
}
