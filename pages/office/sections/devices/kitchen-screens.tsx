import { Qr } from '../../../parts/controls/qr.tsx'
import { pos } from '../../../parts/pos.ts'
import { useList } from '../../figures/use-list.ts'
import type { PartProps } from './part.ts'
import { useDeviceTexts } from './use-texts.ts'

/** Says how a screen comes into the kitchen, and which stations it may show. */
export function KitchenScreens({ found }: PartProps) {
  const texts = useDeviceTexts()
  const address = `${location.origin}/kitchen`
  const { value: categories = [] } = useList(() =>
    pos.categories.list({ query: { type: 'dish' } }),
  )
  const stations = found.printers.filter(
    ({ config }) => config.printerType !== 'CUSTOMER',
  )
  const madeAt = (ids: readonly string[]) =>
    categories
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ')
  return (
    <div class="card">
      <p>{texts.kitchenHint}</p>
      <p>
        <a class="button address" href="/kitchen">
          {address}
        </a>
      </p>
      <div class="screen-code">
        <Qr text={address} label={texts.kitchenCode} />
      </div>
      <h3>{texts.stations}</h3>
      {stations.length === 0 ? (
        <p class="quiet">{texts.noStations}</p>
      ) : (
        <ul class="rows">
          {stations.map(({ config: { id, printerName, categoryIds } }) => (
            <li key={id}>
              <span class="what">
                {printerName}
                <span class="quiet small block">
                  {categoryIds.length === 0 ? texts.everything : madeAt(categoryIds)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
