import { useMemo, useState } from 'preact/hooks'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { usePreferences } from '../../../parts/preferences.tsx'
import { find, searchText } from '../../../parts/text-search.ts'
import { useCatalogueTexts } from '../../texts/use-texts.ts'

/** A product or dish as the list shows it. */
type Listed = {
  readonly id: string
  readonly name: string
  readonly cents: number
  readonly isAvailable: boolean
  /** SKUs and barcodes, which the search finds too. */
  readonly codes?: readonly (string | null)[]
}

type Props<Goods> = {
  readonly goods: readonly Goods[]
  readonly onChoose: (goods: Goods) => void
}

/** A long list is searched, not scrolled. */
const maxShown = 40

/** All products or dishes by name, also those that are not sold now. */
export function GoodsList<Goods extends Listed>({ goods, onChoose }: Props<Goods>) {
  const texts = useCatalogueTexts()
  const { money } = useFormats()
  const { locale } = usePreferences()
  const [query, setQuery] = useState('')
  const all = useMemo(
    () =>
      [...goods]
        .sort((one, other) => one.name.localeCompare(other.name, locale))
        .map((each) => ({ each, text: searchText([each.name, ...(each.codes ?? [])]) })),
    [goods, locale],
  )
  const found = find(all, query)
  const left = found.length - maxShown
  return (
    <>
      <TextField
        label={texts.search}
        name="catalogue-search"
        takesCodes
        type="search"
        autocomplete="off"
        value={query}
        onText={setQuery}
      />
      {found.length === 0 && <p role="status">{texts.none}</p>}
      <ul class="catalogue">
        {found.slice(0, maxShown).map(({ each }) => (
          <li key={each.id}>
            <button type="button" onClick={() => onChoose(each)}>
              <span>
                {each.name}{' '}
                {!each.isAvailable && <span class="badge plain">{texts.notSold}</span>}
              </span>
              <span class="figure">{money(each.cents)}</span>
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && <p class="quiet small">{texts.others(left)}</p>}
    </>
  )
}
