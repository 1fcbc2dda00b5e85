import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { fittingTile } from '../../../parts/widest-word.ts'
import { PickRow } from '../../catalogue/pick-row.tsx'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { billsWithoutTable, type Floor, placesIn, type Seat } from './floor.ts'
import { BillTile, PlusTile, TableTile } from './floor-tiles.tsx'
import { RoomForm } from './room-form.tsx'

type Props = {
  readonly floor: Floor
  /** Of users by their ids. */
  readonly names: ReadonlyMap<string, string>
  readonly trouble: string | undefined
  /** The room that is shown, if one was chosen. */
  readonly spaceId: string | undefined
  readonly onSpace: (id: string) => void
  readonly onSeat: (seat: Seat) => void
  readonly onChanged: () => Promise<void>
}

/** Stands for orders without a table among the rooms. */
const withoutTable = 'none'

/** The rooms as tabs, with their tables as tiles. */
export function FloorPlan(props: Props) {
  const { floor, names, trouble, onSpace, onSeat, onChanged } = props
  const texts = useTablesTexts()
  const { may } = useTill()
  const [adding, setAdding] = useState<'room' | 'tables'>()
  const mayAdd = may('spaces_create') && may('tables_create')
  const rooms = [
    ...floor.spaces.toSorted((one, other) => one.name.localeCompare(other.name)),
    { id: withoutTable, name: texts.noTable },
  ]
  const shown = rooms.find(({ id }) => id === props.spaceId) ?? rooms[0]
  const places = shown ? placesIn(floor, shown.id) : []
  const isRoom = shown !== undefined && shown.id !== withoutTable
  return (
    <main class="tables">
      <header class="rooms">
        <PickRow
          label={texts.rooms}
          options={rooms}
          picked={shown?.id}
          onPick={onSpace}
        />
        {mayAdd && floor.spaces.length > 0 && (
          <button
            type="button"
            aria-label={texts.addRoom}
            onClick={() => setAdding('room')}
          >
            <span aria-hidden="true">+</span>
          </button>
        )}
      </header>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {floor.spaces.length === 0 && (
        <section class="card first-room">
          <h2>{texts.noRooms}</h2>
          {mayAdd ? (
            <RoomForm tables={floor.tables} onMade={onChanged} />
          ) : (
            <p class="quiet">{texts.mayNotMakeRooms}</p>
          )}
        </section>
      )}
      <ul class="places">
        {places.map((place) => (
          <li key={place.table.id} {...fittingTile(place.table.name)}>
            <TableTile place={place} names={names} onSeat={onSeat} />
          </li>
        ))}
        {isRoom && may('tables_create') && (
          <li>
            <PlusTile label={texts.addTables} onTap={() => setAdding('tables')} />
          </li>
        )}
        {!isRoom &&
          billsWithoutTable(floor).map((bill) => (
            <li key={bill.id}>
              <BillTile bill={bill} names={names} onSeat={onSeat} />
            </li>
          ))}
        {!isRoom && may('orders_create') && (
          <li>
            <PlusTile
              label={texts.newOrder}
              onTap={() => onSeat({ tableId: null, orderId: undefined })}
            />
          </li>
        )}
      </ul>
      {adding && (
        <Dialog
          title={adding === 'room' ? texts.addRoom : texts.addTables}
          onClose={() => setAdding(undefined)}
        >
          <RoomForm
            {...(adding === 'tables' && isRoom && { space: shown })}
            tables={floor.tables}
            onMade={async () => {
              setAdding(undefined)
              await onChanged()
            }}
          />
        </Dialog>
      )}
    </main>
  )
}
