import { useState } from 'preact/hooks'
import type { PrintJob } from '../../../shared/client/api.ts'
import { useFormats } from '../formats.tsx'
import { pos } from '../pos.ts'
import { usePartTexts } from '../preferences.tsx'

type Props = {
  /** Print jobs, newest first. */
  readonly jobs: readonly PrintJob[]
  readonly onPrinted: () => Promise<void>
}

/** Most doubtful prints that are listed: nobody looks through more, and the newest matter. */
const mostShown = 5

/**
 * Lists the last prints that may be missing: failed ones, and those without a sign that
 * the printer read them. Each gives its reason, and is printed again as a marked copy.
 */
export function DoubtfulPrints({ jobs, onPrinted }: Props) {
  const { doubtfulPrints: texts } = usePartTexts()
  const doubtful = doubtfulOf(jobs)
  if (doubtful.length === 0) return null
  return (
    <section class="doubtful-prints">
      <h3>{texts.title}</h3>
      <p class="quiet small">{texts.hint}</p>
      <ul class="settings rows">
        {doubtful.slice(0, mostShown).map((job) => (
          <li key={job.id}>
            <DoubtfulPrint job={job} onPrinted={onPrinted} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the doubtful jobs without those that were copied since. */
function doubtfulOf(jobs: readonly PrintJob[]): readonly PrintJob[] {
  return jobs.filter(
    (job, at) =>
      (job.state === 'unknown' || job.state === 'failed') &&
      !jobs.slice(0, at).some(({ copy, ticketId, printerName }) => {
        const isSame = ticketId === job.ticketId && printerName === job.printerName
        return copy && isSame
      }),
  )
}

type RowProps = { readonly job: PrintJob; readonly onPrinted: Props['onPrinted'] }

function DoubtfulPrint({ job, onPrinted }: RowProps) {
  const { doubtfulPrints: texts } = usePartTexts()
  const { moment } = useFormats()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const { id, printerName, templateName, createdAt, lastError } = job
  const reprint = async () => {
    setState('busy')
    try {
      await pos.printers.reprint({ params: { id } })
      setState('idle')
      await onPrinted()
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <p>
        <strong>{printerName}</strong> {templateName} · {moment(Date.parse(createdAt))}
        <span class="quiet small block">
          {job.state === 'failed' ? texts.failed : texts.unknown}
          {lastError !== null && `: ${lastError}`}
        </span>
      </p>
      <button
        type="button"
        disabled={state === 'busy'}
        aria-label={`${texts.again}: ${printerName}, ${moment(Date.parse(createdAt))}`}
        onClick={() => void reprint()}
      >
        {texts.again}
      </button>
      <p class="trouble" role="alert">
        {state === 'failed' && texts.notPrinted}
      </p>
    </>
  )
}
