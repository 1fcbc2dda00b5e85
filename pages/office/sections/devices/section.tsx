import { useState } from 'preact/hooks'
import { useErrorText } from '../../../parts/error-text.ts'
import type { PrinterPlace } from '../../../parts/printers/printer-place.ts'
import { readPrinters } from '../../../parts/printers/read-printers.ts'
import { Tabs } from '../../controls/tabs.tsx'
import { useReading } from '../../figures/reading.ts'
import { Content } from '../../figures/section.tsx'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Computers } from './computers.tsx'
import { KitchenScreens } from './kitchen-screens.tsx'
import { Papers } from './papers.tsx'
import { PrintersSetUp } from './printers-set-up.tsx'
import { Prints } from './prints.tsx'
import { useDeviceTexts } from './use-texts.ts'

const parts = {
  printers: PrintersSetUp,
  papers: Papers,
  prints: Prints,
  computers: Computers,
  kitchen: KitchenScreens,
} as const
type Name = keyof typeof parts

/** Printers and their papers, computers of the shop, and screens of the kitchen. */
export function View() {
  const texts = useDeviceTexts()
  const { devices } = useTexts()
  const { user, may, failed } = useVisit()
  const { shop } = useShop()
  const errorText = useErrorText()
  const [name, setName] = useState<Name>('printers')
  const [changes, setChanges] = useState(0)
  const { isAdmin } = user
  const { isRestaurant } = shop
  const reading = useReading((signal) => readPrinters(isAdmin, signal), {
    pace: 'pulse',
    look: 'always',
    key: String(changes),
  })
  const place: PrinterPlace = {
    isAdmin,
    isRestaurant,
    may,
    failed: (error) => {
      failed(error)
      return errorText(error)
    },
  }
  const isShown: Readonly<Record<Name, boolean>> = {
    printers: true,
    papers: true,
    prints: true,
    computers: isAdmin,
    kitchen: isRestaurant,
  }
  const Shown = parts[name]
  return (
    <div class="devices">
      <Tabs
        label={devices}
        parts={(Object.keys(parts) as Name[])
          .filter((id) => isShown[id])
          .map((id) => ({ id, title: texts[id] }))}
        current={name}
        onChoose={setName}
      />
      <Content reading={reading}>
        {(found) => (
          <Shown
            found={found}
            place={place}
            onChanged={async () => setChanges((count) => count + 1)}
          />
        )}
      </Content>
    </div>
  )
}
