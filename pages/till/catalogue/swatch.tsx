/** What a tile has instead of a picture, always in the same colour for a name. */
export const Swatch = ({ name }: { readonly name: string }) => (
  <span class={`swatch s${swatchOf(name)}`} aria-hidden="true">
    {name.slice(0, 2)}
  </span>
)

/** One of the six colours of the stylesheet. */
const swatchOf = (name: string) =>
  Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6
