type Props = {
  readonly legend: string
  readonly rows: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: readonly string[]
  readonly onChoose: (ids: string[]) => void
}

/** Any of a few; those that are chosen keep their order, and the next one comes last. */
export const CheckList = ({ legend, rows, chosen, onChoose }: Props) => (
  <fieldset class="check-list">
    <legend>{legend}</legend>
    {rows.map(({ id, name }) => (
      <label key={id} class="check">
        <input
          type="checkbox"
          checked={chosen.includes(id)}
          onChange={({ currentTarget }) => {
            const others = chosen.filter((each) => each !== id)
            onChoose(currentTarget.checked ? [...others, id] : others)
          }}
        />
        {name}
      </label>
    ))}
  </fieldset>
)
