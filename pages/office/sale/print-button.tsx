import { useState } from 'preact/hooks'
import { pos } from '../../parts/pos.ts'
import { useAction } from '../controls/use-action.ts'
import { useList } from '../figures/use-list.ts'
import { useSaleTexts } from './use-texts.ts'

type Props = {
  readonly label: string
  /** Throws PosError. */
  readonly print: () => Promise<unknown>
}

/** Prints something again where the shop has a printer for receipts, and says whether it was sent. */
export function PrintButton({ label, print }: Props) {
  const texts = useSaleTexts()
  const { isBusy, trouble, run } = useAction()
  const [isSent, setSent] = useState(false)
  const { value: printers, problem } = useList(() => pos.printers.list())
  const send = async () => {
    setSent(false)
    setSent(await run(print))
  }
  const hasPrinter = printers?.some(
    ({ printerType, enabled }) => printerType === 'CUSTOMER' && enabled,
  )
  if (hasPrinter === false) return <p class="quiet small">{texts.noPrinter}</p>
  return (
    <>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <p role="status">{isSent && texts.printed}</p>
      <div class="actions">
        <button
          type="button"
          disabled={isBusy || !(hasPrinter || problem)}
          onClick={() => void send()}
        >
          {label}
        </button>
      </div>
    </>
  )
}
