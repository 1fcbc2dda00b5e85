import { useMemo, useState } from 'preact/hooks'
import type { Dish } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { find } from '../../../parts/text-search.ts'
import { fittingTile } from '../../../parts/widest-word.ts'
import { centsOf } from '../../catalogue/cents-of.ts'
import { DishForm } from '../../catalogue/dish-form.tsx'
import { PickRow } from '../../catalogue/pick-row.tsx'
import { SearchField } from '../../catalogue/search-field.tsx'
import { tileColour } from '../../catalogue/tile-colour.ts'
import type { Shop } from '../../shop/shop.ts'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { searchableDishes } from './menu-search.ts'

type Props = {
  /** Undefined until it is read. */
  readonly menu: Shop['menu']
  /** True if the next dish asks for a quantity and a note. */
  readonly isWithNote: boolean
  readonly onWithNote: (isOn: boolean) => void
  readonly onChoose: (dish: Dish) => void
  readonly onBack: () => void
  /** Reads the menu again. */
  readonly onMenu: () => Promise<void>
  readonly mayAdd: boolean
}

/** The menu by category or by search; a tap orders. */
export function Dishes(props: Props) {
  const { menu, isWithNote, onWithNote, onChoose, mayAdd } = props
  const texts = useTablesTexts()
  const { may } = useTill()
  const [query, setQuery] = useState('')
  const [categoryId, setCategoryId] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const all = useMemo(() => searchableDishes(menu.dishes), [menu])
  const isSearching = query.trim() !== ''
  const shown = find(
    isSearching || !categoryId
      ? all
      : all.filter(({ dish }) => dish.categoryId === categoryId),
    query,
  )
  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    const [first, second] = shown
    if (!isSearching || !first || second || !mayAdd) return
    onChoose(first.dish)
    setQuery('')
  }
  const mayMake = may('dish_create')
  const used = new Set(menu.dishes.map((dish) => dish.categoryId))
  const categories = menu.categories.filter(({ id }) => used.has(id))
  return (
    <section class="goods" aria-label={texts.dishes}>
      <search>
        <form class="search" onSubmit={enter}>
          <button
            type="button"
            class="back"
            aria-label={texts.back}
            onClick={props.onBack}
          >
            <span aria-hidden="true">←</span> <span>{texts.back}</span>
          </button>
          <SearchField label={texts.search} query={query} onQuery={setQuery} />
          <button
            type="button"
            aria-pressed={isWithNote}
            title={texts.withNoteHint}
            onClick={() => onWithNote(!isWithNote)}
          >
            {texts.withNote}
          </button>
        </form>
      </search>
      <PickRow
        label={texts.categories}
        options={[{ id: undefined, name: texts.all }, ...categories]}
        picked={categoryId}
        onPick={setCategoryId}
      />
      {shown.length === 0 ? (
        <div class="nothing">
          {!may('dish_read') && <p>{texts.mayNotSeeDishes}</p>}
          {isSearching ? (
            <p>{texts.nothingFound(query.trim())}</p>
          ) : menu.dishes.length === 0 && may('dish_read') ? (
            <p>{texts.noDishes}</p>
          ) : null}
          {mayMake && (
            <button type="button" class="strong" onClick={() => setAdding(true)}>
              {texts.newDish}
            </button>
          )}
        </div>
      ) : (
        <ul class="tiles">
          {shown.map(({ dish }) => (
            <li key={dish.id} {...fittingTile(dish.name)}>
              <DishTile dish={dish} isDisabled={!mayAdd} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
      {shown.length > 0 && mayMake && (
        <p class="below-tiles">
          <button type="button" onClick={() => setAdding(true)}>
            {texts.newDish}
          </button>
        </p>
      )}
      {isAdding && (
        <DishForm
          query={query.trim()}
          categories={menu.categories}
          category={menu.categories.find(({ id }) => id === categoryId)}
          onSaved={async () => {
            await props.onMenu()
            setQuery('')
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

type TileProps = Pick<Props, 'onChoose'> & {
  readonly dish: Dish
  readonly isDisabled: boolean
}

function DishTile({ dish, isDisabled, onChoose }: TileProps) {
  const { money } = useFormats()
  return (
    <button
      type="button"
      class={`tile named ${tileColour(dish.name)}`}
      disabled={isDisabled}
      onClick={() => onChoose(dish)}
    >
      <span class="tile-name">{dish.name}</span>
      <span class="tile-price">{money(centsOf(dish.price))}</span>
    </button>
  )
}
