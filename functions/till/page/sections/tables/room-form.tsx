import { useState } from 'preact/hooks'
import { Choice } from '../../../../../page-parts/controls/choice.tsx'
import { TextField } from '../../../../../page-parts/controls/text-field.tsx'
import { pos } from '../../../../../page-parts/pos.ts'
import type { Space } from '../../../../../shared/client/api.ts'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from './use-tables-texts.ts'

const counts = ['6', '10', '16', '24'] as const

type Props = {
  /** A room that has no tables yet; else a new one is made. */
  readonly space?: Space
  readonly onMade: () => Promise<void>
}

/** A room with tables that are numbered from 1. */
export function RoomForm({ space, onMade }: Props) {
  const texts = useTablesTexts()
  const { failed } = useTill()
  const [name, setName] = useState(texts.roomNameDefault)
  const [count, setCount] = useState<(typeof counts)[number]>('10')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    let hasMade = false
    try {
      const { id: spaceId } = space ?? (await pos.spaces.create({ body: { name } }))
      hasMade = true
      for (let number = 1; number <= Number(count); number++) {
        await pos.tables.create({ body: { name: String(number), spaceId } })
      }
    } catch (error) {
      setTrouble(failed(error))
    }
    setBusy(false)
    if (hasMade) await onMade()
  }
  return (
    <form class="room-form" onSubmit={(event) => void make(event)}>
      {!space && (
        <TextField
          label={texts.roomName}
          name="room"
          autocomplete="off"
          required
          value={name}
          onText={setName}
        />
      )}
      <Choice
        legend={texts.howMany}
        options={counts.map((value) => ({ value, label: value }))}
        value={count}
        onChoose={setCount}
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="submit" class="strong" disabled={isBusy}>
        {texts.make}
      </button>
    </form>
  )
}
