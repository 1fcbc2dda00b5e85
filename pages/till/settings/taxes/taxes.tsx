import { useState } from 'preact/hooks'
import type { Tax } from '../../../../shared/client/api.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { setPricesIncludeTax } from '../../shop/prices-include-tax.ts'
import { useTill } from '../../shop/till.tsx'
import { useTaxesTexts } from '../../texts/use-texts.ts'
import { RemoveButton, RowButton } from '../row-buttons.tsx'
import { TaxForm } from './tax-form.tsx'

/** The taxes of the shop, and whether prices include them. */
export function Taxes({ onClose }: { readonly onClose: () => void }) {
  const texts = useTaxesTexts()
  const { number } = useFormats()
  const { shop, readAgain, failed } = useTill()
  const [edited, setEdited] = useState<Tax | 'new'>()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { pricesIncludeTax } = shop.settings
  const act = async (call: () => Promise<unknown>) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await call()
      await readAgain()
    } catch (error) {
      setTrouble(failed(error))
    }
    setBusy(false)
  }
  return (
    <Dialog title={texts.title} size="wide" onClose={onClose}>
      {shop.taxes.length === 0 && <p class="quiet">{texts.none}</p>}
      <ul class="settings">
        {shop.taxes.map((tax) => (
          <li key={tax.id}>
            <p class="setting">
              <span>
                <strong>{tax.name}</strong>{' '}
                {tax.isDefault && (
                  <span class="quiet small block">{texts.isDefault}</span>
                )}
              </span>
              <strong>{texts.rate(number(tax.ratePercent))}</strong>
            </p>
            <div class="actions">
              {!tax.isDefault && (
                <RowButton
                  label={texts.makeDefault}
                  name={tax.name}
                  isBusy={isBusy}
                  onClick={() => {
                    const params = { id: tax.id }
                    void act(() =>
                      pos.taxes.update({ params, body: { isDefault: true } }),
                    )
                  }}
                />
              )}
              <RowButton
                label={texts.change}
                name={tax.name}
                isBusy={isBusy}
                onClick={() => setEdited(tax)}
              />
              <RemoveButton
                name={tax.name}
                isBusy={isBusy}
                onClick={() =>
                  void act(() => pos.taxes.remove({ params: { id: tax.id } }))
                }
              />
            </div>
          </li>
        ))}
      </ul>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="button" class="strong" onClick={() => setEdited('new')}>
        {texts.add}
      </button>
      <Choice
        legend={texts.prices}
        value={pricesIncludeTax ? 'included' : 'added'}
        onChoose={(choice) => {
          void act(() => setPricesIncludeTax(choice === 'included'))
        }}
        options={[
          { value: 'included', label: texts.included },
          { value: 'added', label: texts.added },
        ]}
      />
      <p class="quiet small">{texts.later}</p>
      {edited && (
        <TaxForm
          tax={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={async () => {
            setEdited(undefined)
            await readAgain()
          }}
        />
      )}
    </Dialog>
  )
}
