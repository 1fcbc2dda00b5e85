import { useState } from 'preact/hooks'
import { Tabs } from '../../controls/tabs.tsx'
import { useVisit, type Visit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { NodeState } from './node-state.tsx'
import { PayCodes } from './pay-codes.tsx'
import { PayOut } from './pay-out.tsx'
import { Payments } from './payments.tsx'
import { Unmatched } from './unmatched.tsx'
import { useNodeTexts } from './use-texts.ts'
import { WalletProvider } from './wallet.tsx'
import { WalletBar } from './wallet-bar.tsx'

/** The views, and who has them by the API's permissions. */
const views = {
  state: { View: NodeState, isFor: () => true },
  payments: { View: Payments, isFor: ({ user }: Visit) => user.isAdmin },
  payOut: { View: PayOut, isFor: ({ user }: Visit) => user.isAdmin },
  codes: { View: PayCodes, isFor: ({ may }: Visit) => may('settings_update') },
  unmatched: { View: Unmatched, isFor: ({ may }: Visit) => may('payments_read') },
} as const
type Name = keyof typeof views

/** The money on the Lightning node: what is there, what comes and goes. */
export function View() {
  const texts = useNodeTexts()
  const { moneyOnNode } = useTexts()
  const visit = useVisit()
  const [name, setName] = useState<Name>('state')
  const shown = (Object.keys(views) as Name[]).filter((id) => views[id].isFor(visit))
  const Shown = views[name].View
  return (
    <WalletProvider>
      <Tabs
        label={moneyOnNode}
        parts={shown.map((id) => ({ id, title: texts.views[id] }))}
        current={name}
        onChoose={setName}
      />
      <WalletBar />
      <Shown />
    </WalletProvider>
  )
}
