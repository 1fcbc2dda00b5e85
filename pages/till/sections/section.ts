import type { ComponentChild } from 'preact'
import type { Till } from '../shop/till.tsx'

/**
 * A part of the till that the navigation shows. To add one: a folder beside this file with
 * its component, its texts in texts/, and a line in shell/all-sections.ts.
 */
export type Section = {
  /** In the address, such as `sell` for /till#sell. */
  readonly id: string
  /** Hook that returns its title in the navigation. */
  readonly useTitle: () => string
  /** The path of its icon, drawn with strokes on 24 by 24. */
  readonly icon: string
  /** True if this shop and person have it. */
  readonly isFor: (till: Pick<Till, 'shop' | 'may'>) => boolean
  /** True if it takes money, for which a shift should be open. */
  readonly sells?: true
  readonly View: () => ComponentChild
}
