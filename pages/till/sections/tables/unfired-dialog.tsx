import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import type { Row } from './rows.ts'

type Props = {
  /** Rows that the kitchen was not sent. */
  readonly rows: readonly Row[]
  readonly onFire: () => void
  readonly onPay: () => void
  readonly onClose: () => void
}

/** Asks before a bill with dishes that the kitchen was not sent is paid. */
export function UnfiredDialog({ rows, onFire, onPay, onClose }: Props) {
  const texts = useTablesTexts()
  const { may } = useTill()
  return (
    <Dialog title={texts.unfiredTitle} onClose={onClose}>
      <ul class="unfired">
        {rows.map(({ key, ids, name }) => (
          <li key={key}>
            {ids.length} × {name}
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" onClick={onPay}>
          {texts.payUnfired}
        </button>
        {may('orders_update') && (
          <button type="button" class="strong" onClick={onFire}>
            {texts.fireAndPay}
          </button>
        )}
      </div>
    </Dialog>
  )
}
