type Props<Id> = {
  readonly label: string
  readonly options: readonly { readonly id: Id; readonly name: string }[]
  readonly picked: Id | undefined
  readonly onPick: (id: Id) => void
}

/** Offers one of several as a row of buttons: a category, a room, a bill. */
export const PickRow = <Id extends string | undefined>(props: Props<Id>) => (
  <fieldset class="categories" aria-label={props.label}>
    {props.options.map(({ id, name }) => (
      <button
        key={id ?? ''}
        type="button"
        aria-pressed={id === props.picked}
        onClick={() => props.onPick(id)}
      >
        {name}
      </button>
    ))}
  </fieldset>
)
