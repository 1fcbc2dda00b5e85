import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ownerOf } from '../../parts/code-owner.ts'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { MoneyField } from '../../parts/controls/money-field.tsx'
import { TextField } from '../../parts/controls/text-field.tsx'
import { useTill } from '../shop/till.tsx'
import { useSellTexts } from '../texts/use-texts.ts'

/** Fields of all goods. */
type NameAndPrice = { readonly name: string; readonly cents: number }

type Props = {
  readonly title: string
  readonly nameLabel: string
  readonly fieldName: 'product-name' | 'dish-name'
  readonly first: NameAndPrice
  /** True if its price is elsewhere, as those of variants are. */
  readonly isWithoutPrice?: boolean
  readonly saveLabel: string
  /** Saves it and reads it again. Throws PosError. */
  readonly onSave: (goods: NameAndPrice) => Promise<void>
  readonly onClose: () => void
  /** Further fields of the form. */
  readonly children: ComponentChildren
}

/** Name, price and more of a product or dish; closes once it is saved. */
export function GoodsDialog({ title, first, onSave, onClose, ...props }: Props) {
  const texts = useSellTexts()
  const { shop, failed } = useTill()
  const [name, setName] = useState(first.name)
  const [cents, setCents] = useState(first.cents)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    try {
      await onSave({ name: name.trim(), cents })
      onClose()
    } catch (error) {
      const owner = ownerOf(error)
      setTrouble(owner ? texts.hasCode(owner.name, owner.code) : failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <TextField
          label={props.nameLabel}
          name={props.fieldName}
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        {!props.isWithoutPrice && (
          <MoneyField
            label={texts.price}
            cents={cents}
            onCents={setCents}
            smallestCents={shop.smallestCents}
          />
        )}
        {props.children}
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {props.saveLabel}
        </button>
      </form>
    </Dialog>
  )
}
