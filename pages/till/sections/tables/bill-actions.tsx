import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { useApproval } from '../../approval/approval-provider.tsx'
import { DiscountDialog } from '../../cart/discount-dialog.tsx'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import type { BillPanelProps } from './bill-panel-props.ts'
import { freeTables, otherBills } from './elsewhere.ts'
import { PickDialog } from './pick-dialog.tsx'
import type { Row } from './rows.ts'
import { maySettle } from './settlement-needs.ts'
import { SplitDialog } from './split-dialog.tsx'
import { WhyField } from './why-field.tsx'

type Props = BillPanelProps & { readonly isOpen: boolean }

/** Sends to the kitchen, splits, moves, merges, reduces, prints and cancels. */
export function BillActions(props: Props) {
  const { floor, seat, rows, sums, order, onSeat, isOpen } = props
  const texts = useTablesTexts()
  const { money, number } = useFormats()
  const { shop, may } = useTill()
  const approvalFor = useApproval()
  const [shown, setShown] = useState<'move' | 'merge' | 'split' | 'discount' | 'cancel'>()
  const [said, setSaid] = useState('')
  const [reason, setReason] = useState('')
  const mayChange = may('orders_update')
  const maySeat = maySettle(may) && isOpen
  const isReady = rows.some(({ status }) => status === 'done')
  const pending = rows.filter(({ status }) => status === 'pending')
  const isPending = pending.length > 0
  const courses = coursesOf(pending)
  const pendingBefore = useRef(pending.length)
  useEffect(() => {
    // Dishes that are ordered later were not sent
    if (pending.length > pendingBefore.current) setSaid('')
    pendingBefore.current = pending.length
  }, [pending.length])
  const close = () => setShown(undefined)
  const run = async (act: (id: string) => Promise<unknown>) => {
    close()
    setSaid('')
    await order.run(act)
  }
  const fire = (course?: string) =>
    run(async (id) => {
      const body = { onScreen: true, ...(course !== undefined && { course }) }
      const { printers } = await pos.printers.fire({ params: { id }, body })
      setSaid(
        printers.length > 0 ? texts.sentTo(printers.join(', ')) : texts.sentToScreen,
      )
    })
  const print = () =>
    run(async (id) => {
      await pos.printers.print({ body: { printerType: 'CUSTOMER', orderId: id } })
      setSaid(texts.printed)
    })
  const move = (tableId: string) =>
    run(async (id) => {
      await pos.bills.move({ params: { id }, body: { tableId } })
      onSeat({ tableId, orderId: id })
    })
  const merge = (orderId: string) =>
    run(async (id) => {
      await pos.bills.merge({ params: { id }, body: { orderId } })
      props.onOver(orderId)
      onSeat(seat)
    })
  const split = (dishIds: readonly string[]) =>
    run(async (id) => {
      const body = { dishIds: [...dishIds] }
      const made = await pos.bills.split({ params: { id }, body })
      onSeat({ ...seat, orderId: made.id })
    })
  const discount = (cents: number, percent?: number) =>
    run(async (id) => {
      const body = percent ? { percent } : cents > 0 ? { amountCents: cents } : {}
      const off = percent ? `${number(percent)} %` : money(cents)
      const what = texts.discounting(props.title, off, money(sums.costCents))
      const approval = approvalFor('orders_discount', what)
      await pos.bills.discount({ params: { id }, body, ...(approval && { approval }) })
    })
  const cancel = async () => {
    close()
    const isCancelled = await order.run(async (id) => {
      const what = texts.cancellingOrder(props.title, money(sums.costCents))
      const approval = approvalFor('orders_delete', what)
      const query = isReady ? { reason: reason.trim() } : {}
      await pos.orders.remove({ params: { id }, query, ...(approval && { approval }) })
      props.onOver(id)
    })
    if (isCancelled) props.onBack()
  }
  return (
    <>
      <div class="bill-actions">
        <button type="button" disabled={!maySeat} onClick={() => setShown('split')}>
          {texts.split}
        </button>
        <button type="button" disabled={!maySeat} onClick={() => setShown('move')}>
          {texts.move}
        </button>
        <button type="button" disabled={!maySeat} onClick={() => setShown('merge')}>
          {texts.merge}
        </button>
        <button
          type="button"
          disabled={!isOpen || rows.length === 0}
          onClick={() => setShown('discount')}
        >
          {texts.discount}
        </button>
        {shop.printsReceipts && (
          <button
            type="button"
            disabled={order.isBusy || rows.length === 0}
            onClick={() => void print()}
          >
            {texts.print}
          </button>
        )}
        <button type="button" disabled={!isOpen} onClick={() => setShown('cancel')}>
          {texts.cancelOrder}
        </button>
      </div>
      <p class="said small" role="status">
        {said}
      </p>
      {mayChange && courses.length > 0 && (
        <div class="bill-actions">
          {courses.map((course) => (
            <button
              key={course}
              type="button"
              disabled={order.isBusy}
              onClick={() => void fire(course)}
            >
              {texts.fireCourse(course)}
            </button>
          ))}
        </div>
      )}
      {mayChange && (
        <button
          type="button"
          class="to-kitchen"
          disabled={!isPending || order.isBusy}
          onClick={() => void fire()}
        >
          {texts.toKitchen}
        </button>
      )}
      {shown === 'move' && (
        <PickDialog
          title={texts.moveTitle}
          choices={freeTables(floor)}
          nothing={texts.noFreeTable}
          onPick={(id) => void move(id)}
          onClose={close}
        />
      )}
      {shown === 'merge' && (
        <PickDialog
          title={texts.mergeTitle}
          choices={otherBills(floor, seat.orderId, texts, money)}
          nothing={texts.noOtherBill}
          onPick={(id) => void merge(id)}
          onClose={close}
        />
      )}
      {shown === 'cancel' && (
        <Dialog title={texts.cancelOrderTitle} onClose={close}>
          <p>{texts.cancelOrderHint}</p>
          {!may('orders_delete') && <p class="quiet small">{texts.needsApproval}</p>}
          {isReady && <WhyField reason={reason} onReason={setReason} />}
          <button
            type="button"
            class="strong"
            disabled={isReady && reason.trim() === ''}
            onClick={() => void cancel()}
          >
            {texts.cancelOrder}
          </button>
        </Dialog>
      )}
      {shown === 'discount' && (
        <DiscountDialog
          title={texts.discountTitle}
          costCents={sums.costCents}
          discountCents={sums.discountCents}
          percent={order.complete?.order.discount?.percent ?? undefined}
          approvalHint={texts.needsApproval}
          onDiscount={(cents, percent) => void discount(cents, percent)}
          onClose={close}
        />
      )}
      {shown === 'split' && (
        <SplitDialog
          rows={rows}
          discountCents={sums.discountCents}
          onSplit={(ids) => void split(ids)}
          onClose={close}
        />
      )}
    </>
  )
}

/** The courses of rows, in their order; none where all are of one, or of none. */
function coursesOf(rows: readonly Row[]): readonly string[] {
  const courses = [...new Set(rows.map(({ course }) => course))]
  return courses.length < 2 ? [] : courses.filter((course) => course !== '')
}
