import { useState } from 'preact/hooks'
import type { Dish } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { centsOf } from '../../catalogue/cents-of.ts'
import { DishForm } from '../../catalogue/dish-form.tsx'
import { useTill } from '../../shop/till.tsx'
import { useCatalogueTexts } from '../../texts/use-texts.ts'
import { GoodsList } from './goods-list.tsx'

/** The dishes of the menu, each to change. */
export function DishesToChange({ onClose }: { readonly onClose: () => void }) {
  const texts = useCatalogueTexts()
  const { readChange, shop } = useTill()
  const { menu } = shop
  const [edited, setEdited] = useState<Dish>()
  return (
    <Dialog title={texts.dishes} onClose={onClose}>
      <GoodsList
        goods={menu.dishes.map((dish) => ({ ...dish, cents: centsOf(dish.price) }))}
        onChoose={setEdited}
      />
      {edited && (
        <DishForm
          dish={edited}
          query=""
          categories={menu.categories}
          category={menu.categories.find(({ id }) => id === edited.categoryId)}
          onSaved={readChange}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Dialog>
  )
}
