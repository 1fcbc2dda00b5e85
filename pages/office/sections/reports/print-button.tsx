import { useState } from 'preact/hooks'
import { useAction } from '../../controls/use-action.ts'
import { useReportTexts } from './use-texts.ts'

type Props = {
  readonly label: string
  /** Throws PosError. */
  readonly print: () => Promise<unknown>
}

/** Prints something again, and says whether it was sent. */
export function PrintButton({ label, print }: Props) {
  const texts = useReportTexts()
  const { isBusy, trouble, run } = useAction()
  const [isSent, setSent] = useState(false)
  const send = async () => {
    setSent(false)
    setSent(await run(print))
  }
  return (
    <>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <p role="status">{isSent && texts.printed}</p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => void send()}>
          {label}
        </button>
      </div>
    </>
  )
}
