import { useState } from 'preact/hooks'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'

type Props = { readonly shiftId: string; readonly label: string }

/** Prints the Z of a closed shift, or the X of an open one. */
export function PrintReport({ shiftId, label }: Props) {
  const texts = useShiftsTexts()
  const { failed } = useTill()
  const [said, setSaid] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    setTrouble(undefined)
    setSaid(undefined)
    try {
      await pos.printers.zReport({ params: { id: shiftId } })
      setSaid(texts.printed)
    } catch (error) {
      setTrouble(failed(error))
    }
    setBusy(false)
  }
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void print()}>
        {label}
      </button>
      <p role="status">{said}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
    </>
  )
}
