import type { Product } from '../../../../shared/client/api.ts'
import { codesOf } from '../../../parts/product-codes.ts'
import { NumberField } from '../../controls/number-field.tsx'
import { SearchPick } from '../../controls/search-pick.tsx'
import type { Draft } from './draft.ts'
import { useTexts } from './texts/use-texts.ts'

type Props = {
  readonly draft: Draft
  readonly set: (next: Partial<Draft>) => void
  readonly products: readonly Product[]
}

/** Edits the components of a bundle. */
export function BundleFields({ draft, set, products }: Props) {
  const texts = useTexts()
  const { components, isBundle } = draft
  const parts = partsOf(products).filter(
    ({ componentId }) =>
      componentId !== draft.id &&
      !components.some((each) => each.componentId === componentId),
  )
  const nameOf = (component: (typeof components)[number]) =>
    partsOf(products).find(
      ({ componentId, variantId }) =>
        componentId === component.componentId &&
        (component.variantId ?? undefined) === variantId,
    )?.name ?? ''
  return (
    <div class="more-fields">
      <label class="check">
        <input
          type="checkbox"
          name="is-bundle"
          checked={isBundle}
          onChange={({ currentTarget }) => set({ isBundle: currentTarget.checked })}
        />
        {texts.isBundle}
      </label>
      {isBundle && (
        <>
          {components.map((component) => (
            <div key={component.componentId} class="with-action">
              <NumberField
                label={texts.amountOf(nameOf(component))}
                name={`amount-${component.componentId}`}
                value={component.quantity}
                onNumber={(quantity) =>
                  set({
                    components: components.map((each) =>
                      each === component ? { ...each, quantity } : each,
                    ),
                  })
                }
              />
              <button
                type="button"
                aria-label={texts.removeRow(nameOf(component))}
                onClick={() =>
                  set({ components: components.filter((each) => each !== component) })
                }
              >
                <span aria-hidden="true">✕</span>
              </button>
            </div>
          ))}
          <SearchPick
            label={texts.addComponent}
            rows={parts}
            none={texts.none}
            onPick={({ componentId, variantId }) =>
              set({
                components: [
                  ...components,
                  { componentId, ...(variantId && { variantId }), quantity: 1 },
                ],
              })
            }
          />
        </>
      )}
    </div>
  )
}

/** Lists the possible components of a bundle: ordinary products, or each of their variants. */
const partsOf = (products: readonly Product[]) =>
  products
    .filter(({ isBundle }) => !isBundle)
    .flatMap((product) => {
      const { id, name, options, variants } = product
      if (variants.length === 0) {
        const variantId: string | undefined = undefined
        return [{ id, componentId: id, variantId, name, codes: codesOf(product) }]
      }
      const values = options.flatMap((option) => option.values)
      return variants.map((variant) => ({
        id: `${id} ${variant.id}`,
        componentId: id,
        variantId: variant.id as string | undefined,
        name: `${name} (${values
          .filter((value) => variant.optionValueIds.includes(value.id))
          .map(({ value }) => value)
          .join(', ')})`,
        codes: [variant.SKU, ...variant.barcodes],
      }))
    })
