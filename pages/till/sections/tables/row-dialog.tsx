import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { useApproval } from '../../approval/approval-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import type { Row } from './rows.ts'
import type { useOrder } from './use-order.ts'
import { WhyField } from './why-field.tsx'

type Props = {
  readonly row: Row
  readonly order: ReturnType<typeof useOrder>
  readonly onClose: () => void
}

/** Offers the actions of a row: its note, cancelling it, printing it again. */
export function RowDialog({ row, order, onClose }: Props) {
  const texts = useTablesTexts()
  const { may } = useTill()
  const approvalFor = useApproval()
  const { money } = useFormats()
  const [notes, setNotes] = useState(row.notes)
  const [reason, setReason] = useState('')
  const mayChange = may('orders_update')
  const isPending = row.status === 'pending'
  /** The kitchen sees cancelled dishes that it was sent; others just go. */
  const isRemoved = isPending || !mayChange
  const isReady = row.status === 'done'
  const why = isReady ? { reason: reason.trim() } : {}
  const cannotCancel = isReady && reason.trim() === ''
  const needsApproval = isRemoved && !may('orders_delete')
  const run = (act: (id: string) => Promise<unknown>) => {
    onClose()
    void order.run(act)
  }
  const cancel = (count: number) =>
    run(async (id) => {
      for (const dishId of row.ids.slice(-count)) {
        const params = { id, dishId }
        if (isRemoved) {
          const approval = approvalFor(
            'orders_delete',
            texts.cancelling(row.name, money(row.unitCents)),
          )
          await pos.orders.removeDish({
            params,
            query: why,
            ...(approval && { approval }),
          })
        } else {
          await pos.orders.changeDish({ params, body: { status: 'cancelled', ...why } })
        }
      }
    })
  const keepNote = (event: SubmitEvent) => {
    event.preventDefault()
    run(async (id) => {
      for (const dishId of row.ids) {
        const body = { notes: notes.trim() || null }
        await pos.orders.changeDish({ params: { id, dishId }, body })
      }
    })
  }
  return (
    <Dialog title={row.name} onClose={onClose}>
      {isPending && mayChange && (
        <form class="options" onSubmit={keepNote}>
          <TextField
            label={texts.note}
            name="notes"
            autocomplete="off"
            value={notes}
            onText={setNotes}
          />
          <button type="submit" class="strong">
            {texts.saveNote}
          </button>
        </form>
      )}
      {!isPending && mayChange && (
        <button
          type="button"
          onClick={() =>
            run((id) =>
              pos.printers.fire({ params: { id }, body: { dishIds: [...row.ids] } }),
            )
          }
        >
          {texts.sendAgain}
        </button>
      )}
      {isReady && <WhyField reason={reason} onReason={setReason} />}
      <div class="actions">
        {row.ids.length > 1 && !needsApproval && (
          <button
            type="button"
            disabled={cannotCancel}
            onClick={() => cancel(row.ids.length)}
          >
            {texts.cancelAll(row.ids.length)}
          </button>
        )}
        <button type="button" disabled={cannotCancel} onClick={() => cancel(1)}>
          {texts.cancelOne}
        </button>
      </div>
      {needsApproval && <p class="quiet small">{texts.needsApproval}</p>}
    </Dialog>
  )
}
