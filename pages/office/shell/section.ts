import type { ComponentType } from 'preact'
import type { Texts } from '../texts/en.ts'

/**
 * A section of the page, one job of the owner. To add one: a folder in sections/ with its view,
 * its texts and its styles, a title in texts/, and a line in all-sections.ts.
 */
export type Section = {
  /** In the address, such as `goods` for /office#goods. */
  readonly id: string
  readonly titleIn: (texts: Texts) => string
  /** The path of its icon, drawn with strokes on 24 by 24. */
  readonly icon: string
  /** True if this shop and person have it. */
  readonly isFor: (who: Who) => boolean
  /** Loads it when it is opened; its module exports the view as `View`. */
  readonly load: () => Promise<{ readonly View: ComponentType }>
}

export type Who = {
  readonly may: (permission: string) => boolean
  readonly isAdmin: boolean
  readonly isRestaurant: boolean
}
