import { useState } from 'preact/hooks'
import { pos } from '../../../parts/pos.ts'
import { Tabs } from '../../controls/tabs.tsx'
import { useReading } from '../../figures/reading.ts'
import { Content } from '../../figures/section.tsx'
import { useVisit } from '../../figures/visit.tsx'
import { Correct } from './correct.tsx'
import { Count } from './count.tsx'
import { History } from './history.tsx'
import { itemsOf } from './items.ts'
import { Receive } from './receive.tsx'
import { useTexts } from './texts/use-texts.ts'
import { ToOrder } from './to-order.tsx'

const parts = ['receive', 'count', 'correct', 'order', 'history'] as const

/** Shows the shop's units: arrivals, stock, and orders to make. */
export function View() {
  const texts = useTexts()
  const { may, user } = useVisit()
  const [part, setPart] = useState<(typeof parts)[number]>('receive')
  const [turn, setTurn] = useState(0)
  const reading = useReading(
    async (signal) => {
      const products = await pos.products.list({ signal })
      const suppliers = may('suppliers_read') ? await pos.suppliers.list({ signal }) : []
      return { items: itemsOf(products), suppliers }
    },
    { pace: 'rarely', look: ['catalogue', 'stock'], key: `${turn}` },
  )
  const onBooked = () => setTurn((now) => now + 1)
  return (
    <>
      <Tabs
        label={texts.parts}
        // The audit trail is for administrators
        parts={parts
          .filter((id) => id !== 'history' || user.isAdmin)
          .map((id) => ({ id, title: texts.part[id] }))}
        current={part}
        onChoose={(next) => {
          setPart(next)
          setTurn(0)
        }}
      />
      <p role="status">{turn > 0 && texts.booked}</p>
      <Content reading={reading}>
        {({ items, suppliers }) => {
          const props = { items, onBooked }
          if (part === 'receive') return <Receive {...props} suppliers={suppliers} />
          if (part === 'count') return <Count {...props} />
          if (part === 'correct') return <Correct {...props} />
          if (part === 'order') return <ToOrder items={items} />
          return <History items={items} />
        }}
      </Content>
    </>
  )
}
