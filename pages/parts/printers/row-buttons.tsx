import { useState } from 'preact/hooks'
import { usePartTexts } from '../preferences.tsx'
import { usePrinterTexts } from './use-texts.ts'

type Props = {
  readonly label: string
  /** Name of the row for people who do not see it. */
  readonly name: string
  readonly isBusy: boolean
  readonly onClick: () => void
}

/** A button of one of several rows. */
export const RowButton = ({ label, name, isBusy, onClick }: Props) => (
  <button
    type="button"
    disabled={isBusy}
    aria-label={`${label}: ${name}`}
    onClick={onClick}
  >
    {label}
  </button>
)

/** Removes a row's thing, after a confirmation. */
export function RemoveButton(props: Omit<Props, 'label'>) {
  const texts = usePrinterTexts()
  const { back } = usePartTexts()
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return <RowButton {...props} label={texts.remove} onClick={() => setAsking(true)} />
  }
  return (
    <>
      <RowButton {...props} label={back} onClick={() => setAsking(false)} />
      <button
        type="button"
        class="strong"
        disabled={props.isBusy}
        onClick={props.onClick}
      >
        {texts.removeNow(props.name)}
      </button>
    </>
  )
}
