import { TextField } from '../../../parts/controls/text-field.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'

type Props = { readonly reason: string; readonly onReason: (reason: string) => void }

/** Asks why a finished dish is cancelled: the audit trail keeps the reason. */
export function WhyField({ reason, onReason }: Props) {
  const { whyCancelled } = useTablesTexts()
  return (
    <TextField
      label={whyCancelled}
      name="why"
      autocomplete="off"
      maxLength={200}
      value={reason}
      onText={onReason}
      required
    />
  )
}
