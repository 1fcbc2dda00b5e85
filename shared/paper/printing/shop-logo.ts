import { currentShop } from '../../current-shop.ts'
import { isFailure } from '../../failure.ts'
import { describeError, logger } from '../../logger.ts'
import { hashed, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { put } from '../../platform/dynamodb/write.ts'
import { readFile } from '../../platform/uploads/bucket.ts'
import type { ShopConfig } from '../../selling/shop-config/config.ts'
import type { Bitmap } from '../layout/bitmap.ts'
import type { TemplateElement } from '../layout/template.ts'
import { logoBitmap } from './drawing.ts'

/** An uploaded picture as receipts print it; null when it cannot be printed. */
type LogoRecord = Item & { readonly bitmap: Bitmap | null }

/** Uploads never change under their path, so neither does their bitmap. */
const logoKey = (path: string): Key => ({ pk: 'LOGO', sk: hashed(path) })

const uploadPath = /^\/(uploads\/\d{4}-\d\d-\d\d\/[\w.-]+)$/

/** The last logos of this process, by shop and path. */
const logos = new Map<string, Bitmap | null>()

/** A bitmap has some 50 KB. */
const maxLogos = 50

/**
 * The shop's logo for a receipt with these elements, if one of them prints it. A logo that
 * cannot be read is left out: the receipt matters more.
 */
export async function logoFor(
  elements: readonly TemplateElement[],
  config: Pick<ShopConfig, 'businessLogoUrl'> | null,
): Promise<{ logo?: Bitmap }> {
  const path = config?.businessLogoUrl ?? ''
  const file = uploadPath.exec(path)?.[1]
  if (file === undefined || !elements.some(({ type }) => type === 'LOGO')) return {}
  const key = `${currentShop().id} ${path}`
  try {
    if (!logos.has(key)) {
      const bitmap = await bitmapOf(path, file)
      if (logos.size >= maxLogos) logos.clear()
      logos.set(key, bitmap)
    }
    const logo = logos.get(key)
    return logo ? { logo } : {}
  } catch (error) {
    logger.error('logo-unavailable', { error: describeError(error) })
    // The next receipt does not wait for it again
    if (isFailure(error, 'drawingFailed')) logos.set(key, null)
    return {}
  }
}

async function bitmapOf(path: string, file: string): Promise<Bitmap | null> {
  const record = await read<LogoRecord>(logoKey(path))
  if (record) return record.bitmap
  const content = await readFile(file)
  const bitmap = (content && (await logoBitmap(content))) ?? null
  if (content) {
    await transact([put({ ...logoKey(path), bitmap } satisfies LogoRecord)])
  }
  return bitmap
}
