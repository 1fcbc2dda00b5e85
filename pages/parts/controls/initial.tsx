/** The first letter of a name in a circle, for those who see it. */
export const Initial = ({ of: name }: { readonly of: string }) => (
  <span class="initial" aria-hidden="true">
    {firstLetter(name).toUpperCase()}
  </span>
)

const firstLetter = (name: string) =>
  new Intl.Segmenter().segment(name).containing(0)?.segment ?? ''
