import { useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { boundsOf } from '../../../../shared/platform/time/clock.ts'
import { useFormats } from '../../../parts/formats.tsx'
import type { ShopOrder } from '../../../parts/pos.ts'
import { receiptNumberOf } from '../../../parts/receipt-number.ts'
import { DayField } from '../../controls/day-field.tsx'
import { Table } from '../../controls/table.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { useAction } from '../../controls/use-action.ts'
import { Card } from '../../figures/section.tsx'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { SaleDialog } from '../../sale/sale-dialog.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { downloadPayments } from './payments-file.ts'
import { useNodeTexts } from './use-texts.ts'
import { useWallet } from './wallet.tsx'
import { WalletDoor } from './wallet-door.tsx'
import {
  type Period,
  readReceived,
  readSent,
  type WalletPayment,
} from './wallet-payments.ts'

const directions = ['received', 'sent'] as const
type Direction = (typeof directions)[number]

/** The payments of the node in and out, newest first, each with the sale that it belongs to. */
export function Payments() {
  const texts = useNodeTexts()
  const { endsMs } = useWallet()
  const { dayOffsetAt } = useFormats()
  const [direction, setDirection] = useState<Direction>('received')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  if (endsMs === undefined) {
    return (
      <Card title={texts.views.payments} area="payments">
        <WalletDoor />
      </Card>
    )
  }
  const period: Period = {
    ...(from !== '' && { from: boundsOf(from, dayOffsetAt).fromMs }),
    ...(to !== '' && { to: boundsOf(to, dayOffsetAt).untilMs - 1 }),
  }
  return (
    <>
      <Tabs
        label={texts.views.payments}
        parts={directions.map((id) => ({ id, title: texts.directions[id] }))}
        current={direction}
        onChoose={setDirection}
      />
      <div class="section-bar">
        <DayField label={texts.from} name="from" value={from} onDay={setFrom} />
        <DayField label={texts.to} name="to" value={to} onDay={setTo} />
        <Download period={period} />
      </div>
      <List key={`${direction} ${from} ${to}`} direction={direction} period={period} />
    </>
  )
}

function Download({ period }: { readonly period: Period }) {
  const texts = useNodeTexts()
  const { number, offsetAt } = useFormats()
  const { asking } = useWallet()
  const { isBusy, trouble, run } = useAction((error) =>
    error instanceof PosError && error.code === 'export_too_large'
      ? texts.exportTooLarge
      : undefined,
  )
  const form = { decimalSign: number(1.5).charAt(1), offsetAt }
  return (
    <div class="actions">
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => void run(() => asking(downloadPayments(period, texts, form)))}
      >
        {texts.csv}
      </button>
    </div>
  )
}

type ListProps = { readonly direction: Direction; readonly period: Period }

function List({ direction, period }: ListProps) {
  const texts = useNodeTexts()
  const page = useTexts()
  const { moment, satoshis, dayOffsetAt } = useFormats()
  const { asking } = useWallet()
  const { may } = useVisit()
  const [earlier, setEarlier] = useState<readonly WalletPayment[]>([])
  const [hasEnded, setEnded] = useState(false)
  const [opened, setOpened] = useState<ShopOrder>()
  const { isBusy, trouble, run } = useAction()
  const how = { period, dayOffsetAt, knowsSales: may('orders_read') }
  const read = (offset: number) =>
    asking(direction === 'sent' ? readSent(how) : readReceived(how, offset))
  const first = useList(() => read(0))
  const { value, problem } = first
  if (!value) {
    return problem ? (
      <p class="trouble">{texts.nodeSilent}</p>
    ) : (
      <p class="quiet">{page.loading}</p>
    )
  }
  const rows = [...value.payments, ...earlier]
  const hasMore = value.hasMore && !hasEnded
  const readMore = () =>
    run(async () => {
      const next = await read(rows.length)
      // A payment that has come since moves the others on by one
      const known = new Set(rows.map(({ key }) => key))
      setEarlier([...earlier, ...next.payments.filter(({ key }) => !known.has(key))])
      setEnded(!next.hasMore)
    })
  if (rows.length === 0) return <p>{texts.noPayments}</p>
  return (
    <div class="card node-payments">
      {!value.areSalesKnown && <p class="quiet small">{texts.salesUnknown}</p>}
      <Table
        label={texts.directions[direction]}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          {
            heading: page.time,
            cell: ({ atMs, state }) => (
              <>
                {moment(atMs)}
                {state !== 'done' && (
                  <span class={state === 'failed' ? 'badge bad' : 'badge'}>
                    {texts.states[state]}
                  </span>
                )}
              </>
            ),
          },
          {
            heading: texts.sale,
            cell: ({ sale, isRefunded }) => (
              <>
                {sale && (
                  <button type="button" class="plain" onClick={() => setOpened(sale)}>
                    {receiptNumberOf(sale) || texts.withoutNumber}
                  </button>
                )}
                {isRefunded && <span class="badge">{texts.refunded}</span>}
                {!sale && !isRefunded && '–'}
              </>
            ),
          },
          {
            heading: texts.purpose,
            isWideOnly: true,
            cell: ({ kind, note }) => note || (kind ? texts.subTypes[kind] : ''),
          },
          {
            heading: page.amount,
            isFigure: true,
            cell: ({ sat }) => satoshis(sat),
          },
          {
            heading: texts.fee,
            isFigure: true,
            isWideOnly: true,
            cell: ({ feeSat }) => satoshis(feeSat),
          },
        ]}
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {hasMore && (
        <div class="actions below">
          <button type="button" disabled={isBusy} onClick={() => void readMore()}>
            {texts.older}
          </button>
        </div>
      )}
      {opened && (
        <SaleDialog
          id={opened.id}
          number={receiptNumberOf(opened)}
          atMs={Date.parse(opened.soldAt ?? opened.createdAt)}
          onClose={() => setOpened(undefined)}
          onChanged={() => void first.readAgain()}
        />
      )}
    </div>
  )
}
