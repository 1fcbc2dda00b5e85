import { useState } from 'preact/hooks'
import type { PrintJob } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import type { PartProps } from './part.ts'
import { useDeviceTexts } from './use-texts.ts'

/** Prints of the last 24 hours with their outcomes; each may be printed once more as a copy. */
export function Prints({ found, onChanged }: PartProps) {
  const texts = useDeviceTexts()
  const { moment } = useFormats()
  const { isBusy, trouble, run } = useAction()
  const [said, setSaid] = useState('')
  const act = async (change: () => Promise<unknown>, news: string) => {
    setSaid('')
    if (!(await run(change))) return
    setSaid(news)
    await onChanged()
  }
  const printAgain = ({ id }: PrintJob) =>
    act(() => pos.printers.reprint({ params: { id } }), texts.againSent)
  const cancel = ({ id }: PrintJob) =>
    act(() => pos.printers.cancelJob({ params: { id } }), texts.cancelled)
  return (
    <div class="card">
      <p class="quiet small">{texts.printsHint}</p>
      <p role="status">{said}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {found.jobs.length === 0 ? (
        <p>{texts.noPrints}</p>
      ) : (
        <Table
          label={texts.prints}
          rows={found.jobs}
          keyOf={({ id }) => id}
          columns={[
            {
              heading: texts.paper,
              cell: (job) => (
                <>
                  {job.templateName} {job.ticketId}
                  <span class="quiet small block">{job.printerName}</span>
                </>
              ),
            },
            {
              heading: texts.at,
              isWideOnly: true,
              cell: ({ createdAt }) => moment(Date.parse(createdAt)),
            },
            {
              heading: texts.state,
              cell: ({ state, lastError }) => (
                <>
                  {texts.states[state]}
                  {lastError !== null && (
                    <span class="quiet small block">{lastError}</span>
                  )}
                </>
              ),
            },
            {
              heading: texts.actions,
              isFigure: true,
              cell: (job) => {
                const mayWait = job.state === 'waiting'
                const label = mayWait ? texts.cancel : texts.again
                return (
                  <button
                    type="button"
                    class="small"
                    disabled={isBusy}
                    aria-label={`${label}: ${job.templateName} ${job.ticketId}, ${job.printerName}`}
                    onClick={() => void (mayWait ? cancel(job) : printAgain(job))}
                  >
                    {label}
                  </button>
                )
              },
            },
          ]}
        />
      )}
    </div>
  )
}
