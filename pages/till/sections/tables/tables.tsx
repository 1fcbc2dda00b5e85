import { useEffect, useState } from 'preact/hooks'
import { useTablesTexts } from '../../texts/use-texts.ts'
import type { Seat } from './floor.ts'
import { FloorPlan } from './floor-plan.tsx'
import { OrderView } from './order-view.tsx'
import { useFloor } from './use-floor.ts'

/** The tables, and the order of the one that was tapped. */
export function Tables() {
  const texts = useTablesTexts()
  const { floor, names, trouble, refresh, forget } = useFloor()
  const [seat, setSeat] = useState<Seat>()
  const [spaceId, setSpaceId] = useState<string>()
  useEffect(() => {
    // While an order is shown, a tap on the section in the navigation returns to the
    // tables.
    const leave = ({ target }: MouseEvent) => {
      if ((target as Element).closest('a[href="#tables"]')) setSeat(undefined)
    }
    document.addEventListener('click', leave)
    return () => document.removeEventListener('click', leave)
  }, [])
  if (!floor) {
    return (
      <main class="tables">
        <p class={trouble ? 'trouble' : 'quiet'} role="status">
          {trouble ?? texts.loading}
        </p>
      </main>
    )
  }
  if (seat) {
    return (
      <OrderView
        floor={floor}
        seat={seat}
        onSeat={setSeat}
        onFloor={refresh}
        onBack={() => {
          setSeat(undefined)
          void refresh()
        }}
        onOver={forget}
      />
    )
  }
  return (
    <FloorPlan
      floor={floor}
      names={names}
      trouble={trouble}
      spaceId={spaceId}
      onSpace={setSpaceId}
      onSeat={setSeat}
      onChanged={refresh}
    />
  )
}
