import { allProducts } from '../../catalog/products.ts'
import { logger } from '../../logger.ts'
import { deleteFile } from '../../platform/uploads/bucket.ts'
import { dayOldPictures, forgetNewPictures } from '../../platform/uploads/new-pictures.ts'
import { findConfig } from '../../selling/shop-config/config.ts'

/**
 * Deletes pictures that no record names a day after they were uploaded: products and their
 * variants, and the shop's config. Pictures of releases up to 0.3.1 are not on record, and stay.
 */
export async function deleteUnnamedPictures(nowMs: number): Promise<void> {
  const uploaded = await dayOldPictures(nowMs)
  if (uploaded.length === 0) return
  const [products, config] = await Promise.all([allProducts(), findConfig()])
  const named = new Set([...products, config].flatMap(picturesIn))
  for (const pictures of uploaded) {
    const unnamed = pictures.paths.filter((path) => !named.has(path))
    for (const path of unnamed) await deleteFile(path.slice(1))
    await forgetNewPictures(pictures)
    if (unnamed.length > 0) logger.info('pictures-deleted', { count: unnamed.length })
  }
}

/** The pictures that a record names in any of its fields, by their paths, whatever their host. */
const picturesIn = (record: unknown): readonly string[] =>
  JSON.stringify(record ?? null).match(/\/uploads\/\d{4}-\d\d-\d\d\/[\w.-]+/g) ?? []
