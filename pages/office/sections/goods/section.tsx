import { useState } from 'preact/hooks'
import { Tabs } from '../../controls/tabs.tsx'
import { Content } from '../../figures/section.tsx'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { Categories } from './categories.tsx'
import { Dishes } from './dishes.tsx'
import { Ingredients } from './ingredients.tsx'
import { Modifiers } from './modifiers.tsx'
import { Products } from './products.tsx'
import { useTexts } from './texts/use-texts.ts'
import { useCatalogue } from './use-catalogue.ts'

type Part = 'goods' | 'ingredients' | 'categories' | 'modifiers'

/** Shows the shop's goods. */
export function View() {
  const texts = useTexts()
  const { may } = useVisit()
  const { shop } = useShop()
  const { reading, readAgain } = useCatalogue()
  const [part, setPart] = useState<Part>('goods')
  const parts: readonly { readonly id: Part; readonly title: string }[] = [
    { id: 'goods', title: shop.isRestaurant ? texts.dishes : texts.products },
    ...(shop.isRestaurant && may('ingredients_update')
      ? [{ id: 'ingredients' as const, title: texts.ingredients }]
      : []),
    ...(may('categories_update')
      ? [{ id: 'categories' as const, title: texts.categories }]
      : []),
    ...(may('settings_update')
      ? [{ id: 'modifiers' as const, title: texts.modifiers }]
      : []),
  ]
  return (
    <>
      <Tabs label={texts.parts} parts={parts} current={part} onChoose={setPart} />
      <Content reading={reading}>
        {(catalogue) => {
          const props = { catalogue, readAgain }
          if (part === 'ingredients') return <Ingredients {...props} />
          if (part === 'categories') {
            const { categories, ingredientCategories } = catalogue
            return (
              <>
                <Categories
                  type={shop.isRestaurant ? 'dish' : 'product'}
                  categories={categories}
                  readAgain={readAgain}
                />
                {shop.isRestaurant && (
                  <>
                    <h2>{texts.ingredientCategories}</h2>
                    <Categories
                      type="ingredient"
                      categories={ingredientCategories}
                      readAgain={readAgain}
                    />
                  </>
                )}
              </>
            )
          }
          if (part === 'modifiers') return <Modifiers {...props} />
          return shop.isRestaurant ? <Dishes {...props} /> : <Products {...props} />
        }}
      </Content>
    </>
  )
}
