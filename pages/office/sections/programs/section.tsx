import { useState } from 'preact/hooks'
import { Tabs } from '../../controls/tabs.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { AlertChoice } from './alert-choice.tsx'
import { ApiKeys } from './api-keys.tsx'
import { ShopExport } from './shop-export.tsx'
import { useProgramTexts } from './use-texts.ts'
import { Webhooks } from './webhooks.tsx'

const views = {
  keys: ApiKeys,
  webhooks: Webhooks,
  alerts: AlertChoice,
  export: ShopExport,
} as const
type Name = keyof typeof views

/** Other programs that work with the shop, and who is told what. */
export function View() {
  const texts = useProgramTexts()
  const { programs } = useTexts()
  const [name, setName] = useState<Name>('keys')
  const Shown = views[name]
  return (
    <>
      <Tabs
        label={programs}
        parts={(Object.keys(views) as Name[]).map((id) => ({ id, title: texts[id] }))}
        current={name}
        onChoose={setName}
      />
      <Shown />
    </>
  )
}
