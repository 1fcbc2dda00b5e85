import { useState } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { PickRow } from '../../catalogue/pick-row.tsx'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { BillActions } from './bill-actions.tsx'
import type { BillPanelProps } from './bill-panel-props.ts'
import { BillRow } from './bill-row.tsx'
import { RowDialog } from './row-dialog.tsx'
import type { BillSums } from './rows.ts'
import { maySettle } from './settlement-needs.ts'

/** Shows the dishes of a table, their state in the kitchen, and the amount due. */
export function BillPanel(props: BillPanelProps) {
  const { title, rows, sums, order, seat, onHide } = props
  const texts = useTablesTexts()
  const { money } = useFormats()
  const { may } = useTill()
  const mayPay = maySettle(may)
  const [changedKey, setChangedKey] = useState<string>()
  const changed = rows.find(({ key }) => key === changedKey)
  const isOpen = order.complete !== undefined && !order.isOver
  return (
    <section class="cart" aria-label={texts.bill}>
      <header>
        <button type="button" class="plain hide-cart" onClick={onHide}>
          <span aria-hidden="true">←</span> {texts.hideOrder}
        </button>
        <h2>{title}</h2>
        <button type="button" class="plain to-tables" onClick={props.onBack}>
          {texts.back}
        </button>
      </header>
      <div class="bill-body">
        <BillTabs {...props} />
        <p class="trouble" role="alert">
          {order.trouble ?? (order.isOver && texts.over)}
        </p>
        {rows.length === 0 ? (
          <div class="nothing">
            <p>{texts.nothingOrdered}</p>
            <p class="quiet">{texts.nothingOrderedHint}</p>
          </div>
        ) : (
          <ul class="lines">
            {rows.map((row) => (
              <li key={row.key}>
                <BillRow row={row} onChange={() => setChangedKey(row.key)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {seat.orderId && (
        <footer>
          <Totals sums={sums} />
          <BillActions {...props} isOpen={isOpen} />
          <button
            type="button"
            class="strong pay"
            disabled={!isOpen || order.isBusy || rows.length === 0}
            onClick={props.onPay}
          >
            {texts.pay(money(sums.dueCents))}
          </button>
          {!mayPay && <p class="quiet small">{texts.payNeedsApproval}</p>}
        </footer>
      )}
      {changed && isOpen && (
        <RowDialog row={changed} order={order} onClose={() => setChangedKey(undefined)} />
      )}
    </section>
  )
}

/** The bills of a table that has several. */
function BillTabs({ bills, seat, onSeat }: BillPanelProps) {
  const texts = useTablesTexts()
  if (bills.length < 2) return null
  return (
    <PickRow
      label={texts.billsHere}
      options={bills.map(({ id }, at) => ({ id, name: texts.billOf(at + 1) }))}
      picked={seat.orderId}
      onPick={(orderId) => onSeat({ ...seat, orderId })}
    />
  )
}

function Totals({ sums }: { readonly sums: BillSums }) {
  const texts = useTablesTexts()
  const { money } = useFormats()
  const { costCents, discountCents, addedTaxCents, prepaidCents, dueCents } = sums
  return (
    <dl class="sums">
      {discountCents > 0 && (
        <>
          <div>
            <dt>{texts.subtotal}</dt>
            <dd>{money(costCents)}</dd>
          </div>
          <div>
            <dt>{texts.discount}</dt>
            <dd>−{money(discountCents)}</dd>
          </div>
        </>
      )}
      {addedTaxCents > 0 && (
        <div class="quiet small">
          <dt>{texts.addedTax}</dt>
          <dd>{money(addedTaxCents)}</dd>
        </div>
      )}
      {prepaidCents > 0 && (
        <div>
          <dt>{texts.prepaid}</dt>
          <dd>−{money(prepaidCents)}</dd>
        </div>
      )}
      <div class="total">
        <dt>{texts.total}</dt>
        <dd>{money(dueCents)}</dd>
      </div>
    </dl>
  )
}
