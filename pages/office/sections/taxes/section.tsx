import { useState } from 'preact/hooks'
import type { Business, Tax } from '../../../../shared/client/api.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Table } from '../../controls/table.tsx'
import { useList } from '../../figures/use-list.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { dayText } from './day-text.ts'
import { TaxDialog } from './tax-dialog.tsx'
import { useTaxesTexts } from './use-texts.ts'

/** The taxes of the shop, and whether prices include them. */
export function View() {
  const texts = useTaxesTexts()
  const page = useTexts()
  const { locale, number } = useFormats()
  const { value, problem, readAgain } = useList(async () => {
    const [taxes, business] = await Promise.all([pos.taxes.list(), pos.config.show()])
    // A caller with a session gets all settings
    return { taxes, business: business as Business }
  })
  const [opened, setOpened] = useState<Tax | 'new'>()
  const [isIncluded, setIncluded] = useState<boolean>()
  if (!value) {
    return problem ? (
      <p class="trouble">{problem === 'denied' ? page.denied : page.failed}</p>
    ) : (
      <p class="quiet">{page.loading}</p>
    )
  }
  const { taxes, business } = value
  const percent = (rate: number) => texts.percent(number(rate))
  const close = () => {
    setOpened(undefined)
    void readAgain()
  }
  return (
    <>
      <div class="section-bar">
        <button type="button" class="strong" onClick={() => setOpened('new')}>
          {texts.add}
        </button>
      </div>
      {taxes.length === 0 && <p class="quiet">{texts.none}</p>}
      {taxes.length > 0 && (
        <div class="card">
          <Table
            label={page.taxes}
            rows={taxes}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.name,
                cell: (tax) => (
                  <>
                    <button type="button" class="plain" onClick={() => setOpened(tax)}>
                      {tax.name}
                    </button>
                    {tax.isDefault && (
                      <span class="quiet small block">{texts.isUsual}</span>
                    )}
                  </>
                ),
              },
              {
                heading: texts.rate,
                isFigure: true,
                cell: ({ ratePercent }) => percent(ratePercent),
              },
              {
                heading: texts.next,
                cell: ({ nextRate }) =>
                  nextRate &&
                  texts.nextRate(
                    percent(nextRate.ratePercent),
                    dayText(nextRate.fromDay, locale),
                  ),
              },
            ]}
          />
        </div>
      )}
      <div class="card narrow-card">
        <Choice
          legend={texts.prices}
          value={business.pricesIncludeTax ? 'included' : 'added'}
          onChoose={(choice) => setIncluded(choice === 'included')}
          options={[
            { value: 'included', label: texts.included },
            { value: 'added', label: texts.added },
          ]}
        />
      </div>
      {opened && (
        <TaxDialog
          tax={opened === 'new' ? undefined : opened}
          isFirst={taxes.length === 0}
          onClose={close}
        />
      )}
      {isIncluded !== undefined && isIncluded !== business.pricesIncludeTax && (
        <ConfirmDialog
          title={texts.confirmPrices}
          confirm={texts.save}
          onConfirm={() => setPricesIncludeTax(isIncluded)}
          onClose={() => {
            setIncluded(undefined)
            void readAgain()
          }}
        >
          <p>{texts.pricesHint(isIncluded)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Throws PosError. */
async function setPricesIncludeTax(pricesIncludeTax: boolean): Promise<void> {
  // A change must name the shop, which another device may have renamed since it was read
  const { businessName } = await pos.config.show()
  await pos.config.change({ body: { businessName, pricesIncludeTax } })
}
