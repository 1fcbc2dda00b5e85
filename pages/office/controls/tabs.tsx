type Props<Id extends string> = {
  /** Name of the whole for people who do not see it. */
  readonly label: string
  readonly parts: readonly { readonly id: Id; readonly title: string }[]
  readonly current: Id
  readonly onChoose: (id: Id) => void
}

/** The parts of a section, of which one is shown. */
export const Tabs = <Id extends string>({
  label,
  parts,
  current,
  onChoose,
}: Props<Id>) => (
  <fieldset class="tabs">
    <legend class="for-screen-readers">{label}</legend>
    {parts.map(({ id, title }) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === current}
        onClick={() => onChoose(id)}
      >
        {title}
      </button>
    ))}
  </fieldset>
)
