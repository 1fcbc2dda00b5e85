import { useState } from 'preact/hooks'
import type { Supplier } from '../../../../shared/client/api.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { useInProgress } from './in-progress.ts'
import type { Item } from './items.ts'
import { type Line, Lines } from './lines.tsx'
import { useTexts } from './texts/use-texts.ts'

type Props = {
  readonly items: readonly Item[]
  readonly suppliers: readonly Supplier[]
  readonly onBooked: () => void
}

/** Goods that have arrived, with what they cost. */
export function Receive({ items, suppliers, onBooked }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const [{ lines, booking }, setLines] = useInProgress('receive')
  const [supplierId, setSupplierId] = useState('')
  const [isAsking, setAsking] = useState(false)
  const supplier = suppliers.find(({ id }) => id === supplierId)
  const arrived = lines.filter(({ units }) => units > 0)
  const book = async () => {
    await booking.book(arrived, texts.received(supplier?.name))
    for (const line of arrived) await saveCost(line)
    setLines(() => [])
    onBooked()
  }
  return (
    <div class="card">
      <p class="quiet">{texts.receiveHint}</p>
      {suppliers.length > 0 && (
        <SelectField
          label={texts.supplier}
          name="supplier"
          value={supplierId}
          options={[
            { value: '', label: texts.noSupplier },
            ...suppliers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={setSupplierId}
        />
      )}
      <Lines
        items={items}
        lines={lines}
        onLines={(next) => setLines(() => next)}
        hasCost
      />
      <div class="actions">
        <button
          type="button"
          class="strong"
          disabled={arrived.length === 0}
          onClick={() => setAsking(true)}
        >
          {texts.book}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.receiveTitle}
          confirm={texts.book}
          onConfirm={book}
          onClose={() => setAsking(false)}
        >
          <ul class="plain-list">
            {arrived.map(({ item, units }) => (
              <li key={item.id}>{texts.arrives(number(units), item.name)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Keeps what a unit cost this time, where that is new. Throws PosError. */
async function saveCost({ item, costCents }: Line): Promise<void> {
  if (costCents === item.costCents) return
  const { productId, variantId } = item
  if (variantId !== undefined) {
    const params = { id: productId, variantId }
    await pos.products.updateVariant({ params, body: { costCents } })
    return
  }
  const params = { id: productId }
  const { name, priceCents, version } = await pos.products.one({ params })
  const body = { name, priceCents, costCents, keepStock: true, ifVersion: version }
  await pos.products.update({ params, body })
}
