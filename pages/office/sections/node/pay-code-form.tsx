import { useState } from 'preact/hooks'
import type { PayCode } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useAction } from '../../controls/use-action.ts'
import { useShop } from '../../shop/shop.tsx'
import { SatoshiField } from './satoshi-field.tsx'
import { useNodeTexts } from './use-texts.ts'

type Props = {
  /** Undefined for a new one. */
  readonly code: PayCode | undefined
  readonly onClose: () => void
  readonly onDone: () => void
  readonly onRemove: (code: PayCode) => void
}

/** Makes or changes a pay code; one that is printed stays valid. */
export function PayCodeForm({ code, onClose, onDone, onRemove }: Props) {
  const texts = useNodeTexts()
  const { smallestCents } = useShop()
  const [name, setName] = useState(code?.name ?? '')
  const [kind, setKind] = useState(code?.kind ?? 'open')
  const [amountCents, setCents] = useState(code?.amountCents ?? 0)
  const [minSat, setMin] = useState(code?.minSat ?? 0)
  const [maxSat, setMax] = useState(code?.maxSat ?? 0)
  const [isEnabled, setEnabled] = useState(code?.isEnabled ?? true)
  const { isBusy, trouble, run } = useAction((error) =>
    error instanceof PosError && error.code === 'already_exists'
      ? texts.nameTaken
      : undefined,
  )
  const body = () => {
    const common = { name, isEnabled }
    if (kind === 'fixed') return { ...common, kind, amountCents }
    if (kind === 'table') return { ...common, kind, tableId: code?.tableId ?? '' }
    return { ...common, kind, minSat: minSat || null, maxSat: maxSat || null }
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const saved = await run(() =>
      code
        ? pos.payCodes.update({ params: { id: code.id }, body: body() })
        : pos.payCodes.create({ body: body() }),
    )
    if (saved) onDone()
  }
  const isReversed = kind === 'open' && maxSat > 0 && minSat > maxSat
  return (
    <Dialog title={code ? texts.changeCode(code.name) : texts.addCode} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.codeName}
          hint={texts.codeNameHint}
          name="code-name"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={64}
          pattern="[a-z0-9_.\-]+"
          value={name}
          onText={(text) => setName(text.toLowerCase())}
          required
        />
        {kind !== 'table' && (
          <SelectField
            label={texts.asksFor}
            name="kind"
            value={kind}
            onChoose={(value) => setKind(value as PayCode['kind'])}
            options={[
              { value: 'open', label: texts.asksOpen },
              { value: 'fixed', label: texts.asksFixed },
            ]}
          />
        )}
        {kind === 'fixed' && (
          <MoneyField
            label={texts.amount}
            cents={amountCents}
            onCents={setCents}
            smallestCents={smallestCents}
          />
        )}
        {kind === 'open' && (
          <div class="side-by-side">
            <SatoshiField
              label={texts.leastSat}
              name="least"
              hint={texts.optional}
              value={minSat}
              onNumber={setMin}
            />
            <SatoshiField
              label={texts.mostSat}
              name="most"
              hint={texts.optional}
              value={maxSat}
              onNumber={setMax}
            />
          </div>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={isEnabled}
            onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
          />
          <span>{texts.codeOn}</span>
        </label>
        <p class="trouble" role="alert">
          {isReversed ? texts.reversed : trouble}
        </p>
        <div class="actions">
          {code && (
            <button type="button" class="danger" onClick={() => onRemove(code)}>
              {texts.removeCode}
            </button>
          )}
          <button
            type="submit"
            class="strong"
            disabled={isBusy || isReversed || (kind === 'fixed' && amountCents === 0)}
          >
            {texts.saveCode}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
