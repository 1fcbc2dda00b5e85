import { useState } from 'preact/hooks'
import type { Till } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { Table } from '../../controls/table.tsx'
import { toCents } from '../../figures/sales.ts'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { DrawerDialog } from './drawer-dialog.tsx'
import { type Drawer, missingText, readDrawers } from './drawers.ts'
import { useTillsTexts } from './use-texts.ts'

/** The tills of the shop, what is wrong with them, and the cash of their drawers. */
export function View() {
  const texts = useTillsTexts()
  const page = useTexts()
  const { money, moment } = useFormats()
  const { may } = useVisit()
  const seesCash = may('shifts_report_read')
  const { value, problem, readAgain } = useList(() => readDrawers(seesCash))
  const [opened, setOpened] = useState<Drawer>()
  const [said, setSaid] = useState('')
  if (!value) {
    return problem ? (
      <p class="trouble">{problem === 'denied' ? page.denied : page.failed}</p>
    ) : (
      <p class="quiet">{page.loading}</p>
    )
  }
  const { drawers, shiftId } = value
  if (drawers.length === 1) return <p class="quiet">{texts.none}</p>
  const close = (news = '') => {
    setOpened(undefined)
    setSaid(news)
    void readAgain()
  }
  return (
    <>
      <p role="status">{said}</p>
      {seesCash && shiftId === undefined && <p class="quiet">{texts.noShift}</p>}
      <div class="card">
        <Table
          label={page.tills}
          rows={drawers}
          keyOf={({ till }) => till?.id ?? ''}
          columns={[
            {
              heading: texts.till,
              cell: (drawer) => (
                <>
                  <button type="button" class="plain" onClick={() => setOpened(drawer)}>
                    {drawer.till
                      ? `${drawer.till.series} ${drawer.till.name}`
                      : texts.ownDrawer}
                  </button>
                  {drawer.till && <Faults till={drawer.till} />}
                </>
              ),
            },
            {
              heading: texts.lastReceipt,
              isWideOnly: true,
              cell: ({ till }) =>
                till && till.lastNumber > 0 ? `${till.series}-${till.lastNumber}` : '–',
            },
            {
              heading: texts.lastSeen,
              isWideOnly: true,
              cell: ({ till }) =>
                till?.lastSeenAt ? moment(Date.parse(till.lastSeenAt)) : '–',
            },
            ...(seesCash
              ? [
                  {
                    heading: texts.drawer,
                    isFigure: true,
                    cell: ({ expected }: Drawer) =>
                      expected === undefined ? '–' : money(toCents(expected)),
                  },
                ]
              : []),
          ]}
        />
      </div>
      {opened && (
        <DrawerDialog
          drawer={opened}
          drawers={drawers}
          shiftId={shiftId}
          onClose={close}
        />
      )}
    </>
  )
}

/** Faults of a till that somebody must look at. */
function Faults({ till }: { readonly till: Till }) {
  const texts = useTillsTexts()
  const { moment } = useFormats()
  const { revokedAt, endedAt, missing = [], waitingSales = 0, oldestWaitingAt } = till
  return (
    <>
      {revokedAt && <span class="badge">{texts.revoked}</span>}
      {endedAt && <span class="badge bad">{texts.gone}</span>}
      {missing.length > 0 && (
        <span class="trouble small block">{texts.missing(missingText(till))}</span>
      )}
      {waitingSales > 0 && oldestWaitingAt && (
        <span class="trouble small block">
          {texts.waiting(waitingSales, moment(Date.parse(oldestWaitingAt)))}
        </span>
      )}
    </>
  )
}
