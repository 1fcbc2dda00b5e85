import { useState } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { pos, type UnmatchedPayment } from '../../../parts/pos.ts'
import { Table } from '../../controls/table.tsx'
import { waiting } from '../../figures/unmatched.ts'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { UnmatchedDialog } from './unmatched-dialog.tsx'
import { useNodeTexts } from './use-texts.ts'

/** Payments that no sale knows, each to be sold for, paid back or dismissed. */
export function Unmatched() {
  const texts = useNodeTexts()
  const page = useTexts()
  const { moment, money, satoshis } = useFormats()
  const { may, user } = useVisit()
  const { value, problem, readAgain } = useList(async () =>
    waiting(await pos.unmatchedPayments.list(), Date.now()),
  )
  const [opened, setOpened] = useState<UnmatchedPayment>()
  const [said, setSaid] = useState('')
  const mayAct = user.isAdmin || may('orders_settle')
  return (
    <>
      <p role="status">{said}</p>
      <div class="card">
        <p class="quiet small">{page.unmatchedWhatToDo}</p>
        {problem && <p class="trouble">{page.failed}</p>}
        {!value && !problem && <p class="quiet">{page.loading}</p>}
        {value?.length === 0 && <p>{texts.noUnmatched}</p>}
        {value && value.length > 0 && (
          <Table
            label={page.unmatched}
            rows={value}
            keyOf={({ paymentHash }) => paymentHash}
            columns={[
              {
                heading: page.time,
                cell: (payment) => {
                  const time = moment(Date.parse(payment.receivedAt))
                  return mayAct ? (
                    <button
                      type="button"
                      class="plain"
                      onClick={() => {
                        setSaid('')
                        setOpened(payment)
                      }}
                    >
                      {time}
                    </button>
                  ) : (
                    time
                  )
                },
              },
              {
                heading: texts.origin,
                isWideOnly: true,
                cell: (payment) =>
                  [originOf(payment, texts), payment.comment].filter(Boolean).join(': '),
              },
              {
                heading: texts.worth,
                isFigure: true,
                cell: ({ cents }) => (cents === undefined ? '–' : money(cents)),
              },
              {
                heading: page.amount,
                isFigure: true,
                cell: ({ amountSat }) =>
                  amountSat === null ? page.anyAmount : satoshis(amountSat),
              },
            ]}
          />
        )}
      </div>
      {opened && (
        <UnmatchedDialog
          payment={opened}
          onClose={() => {
            setOpened(undefined)
            // A confirmation whose answer was lost may have been carried out
            void readAgain()
          }}
          onDone={(news) => {
            setOpened(undefined)
            setSaid(news)
            void readAgain()
          }}
        />
      )}
    </>
  )
}

const originOf = (
  { payCodeId, quoteId }: UnmatchedPayment,
  texts: ReturnType<typeof useNodeTexts>,
): string =>
  payCodeId ? texts.origins.payCode : quoteId ? texts.origins.quote : texts.origins.other
