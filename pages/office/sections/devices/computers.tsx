import { Agents } from '../../../parts/printers/agents.tsx'
import type { PartProps } from './part.ts'
import { useDeviceTexts } from './use-texts.ts'

/** The computers of the shop, to be connected and removed. */
export function Computers({ found, place, onChanged }: PartProps) {
  const texts = useDeviceTexts()
  return (
    <div class="card">
      <p class="quiet small">{texts.computersHint}</p>
      <Agents agents={found.agents} place={place} onChanged={onChanged} />
    </div>
  )
}
