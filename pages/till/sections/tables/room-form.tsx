import { useState } from 'preact/hooks'
import type { Space, Table } from '../../../../shared/client/api.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { highestNumber } from './floor.ts'

const counts = ['1', '6', '10', '20'] as const

type Props = {
  /** A room that gets more tables; else a new one is made. */
  readonly space?: Space
  /** All tables of the shop: no two get one number. */
  readonly tables: readonly Table[]
  readonly onMade: () => Promise<void>
}

/** A room with tables that are numbered on from the highest number there is. */
export function RoomForm({ space, tables, onMade }: Props) {
  const texts = useTablesTexts()
  const { failed } = useTill()
  const [name, setName] = useState(texts.roomNameDefault)
  const [count, setCount] = useState<(typeof counts)[number]>(
    tables.length > 0 && space ? '1' : '10',
  )
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const make = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    let hasMade = false
    const last = highestNumber(tables)
    try {
      const { id: spaceId } = space ?? (await pos.spaces.create({ body: { name } }))
      hasMade = true
      for (let made = 1; made <= Number(count); made++) {
        await pos.tables.create({ body: { name: String(last + made), spaceId } })
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
