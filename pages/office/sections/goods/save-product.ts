import type { Product, ProductOption } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import { codesIn, type Draft, type DraftVariant, valuesIn, variantsFor } from './draft.ts'

/**
 * Saves a product with its options and variants, unless it has changed since the form was
 * opened. `keep` is given the draft with its id and version as soon as it has them: after
 * a partial failure it can be saved again from there. Throws PosError; `product_changed`
 * if somebody has changed it.
 */
export async function saveProduct(
  draft: Draft,
  keep: (saved: Draft) => void,
): Promise<void> {
  const variants = variantsFor(draft) ?? []
  const hasVariants = !draft.isBundle && variants.length > 0
  const id = await saveOwn(draft, hasVariants)
  const ofId = { params: { id } }
  if (!hasVariants && draft.variants.length === 0) return
  try {
    await saveOptions(await pos.products.one(ofId), draft)
    await saveVariants(await pos.products.one(ofId), variants)
  } finally {
    const { version } = await pos.products.one(ofId)
    keep({ ...draft, id, version })
  }
}

/** Saves all but options and variants. */
async function saveOwn(draft: Draft, hasVariants: boolean): Promise<string> {
  const { id, priceCents, version } = draft
  const body = {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    costCents: draft.costCents,
    categoryIds: [...draft.categoryIds],
    taxId: draft.taxId || null,
    imageUrl: draft.imageUrl || null,
    isAvailable: draft.isAvailable,
    trackStock: draft.trackStock,
    ...(!draft.isBundle && { stockPolicy: draft.stockPolicy }),
    minStockThreshold: draft.minStockThreshold,
    maxStockThreshold: draft.maxStockThreshold,
    modifierGroupIds: [...draft.modifierGroupIds],
    isBundle: draft.isBundle,
    ...(draft.isBundle && { bundleComponents: [...draft.components] }),
    ...(!hasVariants && { SKU: draft.sku, barcodes: codesIn(draft.barcodes) }),
  }
  if (id === undefined) {
    const { quantity } = draft
    const created = await pos.products.create({
      body: {
        ...body,
        quantity: hasVariants ? 0 : quantity,
        priceCents,
        ...(hasVariants && { hasVariants }),
      },
    })
    return created.id
  }
  await pos.products.update({
    params: { id },
    body: {
      ...body,
      priceCents,
      keepStock: true,
      ...(version !== undefined && { ifVersion: version }),
    },
  })
  return id
}

/** Makes the options those of the draft. */
async function saveOptions(product: Product, draft: Draft): Promise<void> {
  const { id } = product
  const wanted = draft.options.filter((option) => valuesIn(option).length > 0)
  for (const [displayOrder, option] of wanted.entries()) {
    const body = {
      name: option.name.trim(),
      displayOrder,
      values: valuesIn(option).map((value) => ({ value })),
    }
    const current = product.options.find(
      (each) => each.id === option.id || each.name === body.name,
    )
    if (!current) await pos.products.createOption({ params: { id }, body })
    else if (isOther(current, body)) {
      const params = { id, optionTypeId: current.id }
      await pos.products.updateOption({ params, body })
    }
  }
  const names = wanted.map(({ name }) => name.trim())
  const kept = wanted.map((option) => option.id)
  for (const option of product.options) {
    if (kept.includes(option.id) || names.includes(option.name)) continue
    await pos.products.removeOption({ params: { id, optionTypeId: option.id } })
  }
}

const isOther = (
  current: ProductOption,
  wanted: {
    readonly name: string
    readonly values: readonly { readonly value: string }[]
  },
) =>
  current.name !== wanted.name ||
  current.values.map(({ value }) => value).join('\n') !==
    wanted.values.map(({ value }) => value).join('\n')

/** Makes the variants those of the draft; one without values yet becomes the first new one. */
async function saveVariants(
  product: Product,
  wanted: readonly DraftVariant[],
): Promise<void> {
  const { id } = product
  const lists = product.options.map(({ values }) => values)
  const idsOf = ({ values }: DraftVariant) =>
    lists.flatMap((list, at) => list.find(({ value }) => value === values[at])?.id ?? [])
  const same = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((each) => other.includes(each))
  const free = new Map(product.variants.map((variant) => [variant.id, variant]))
  for (const variant of wanted) {
    const optionValueIds = idsOf(variant)
    const all = [...free.values()]
    const current =
      all.find((each) => same(each.optionValueIds, optionValueIds)) ??
      all.find((each) => each.id === variant.id) ??
      all.find((each) => each.optionValueIds.length === 0)
    const body = {
      SKU: variant.sku,
      barcodes: codesIn(variant.barcodes),
      priceCents: variant.priceCents,
      costCents: variant.costCents,
      isActive: variant.isActive,
      optionValueIds,
    }
    if (!current) {
      const { quantity } = variant
      await pos.products.createVariant({ params: { id }, body: { ...body, quantity } })
      continue
    }
    free.delete(current.id)
    const isNew = variant.id === undefined && variant.quantity > 0
    await pos.products.updateVariant({
      params: { id, variantId: current.id },
      body: { ...body, ...(isNew && { quantity: variant.quantity }) },
    })
  }
  if (wanted.length === 0) return
  for (const variantId of free.keys()) {
    await pos.products.removeVariant({ params: { id, variantId } })
  }
}
