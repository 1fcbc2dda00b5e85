import { inGroup, permissionGroups } from './permission-groups.ts'
import { usePermissionTexts } from './use-texts.ts'

type Props = {
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (chosen: ReadonlySet<string>) => void
}

/** Every permission in a sentence, to be ticked. */
export function PermissionChoice({ chosen, onChosen }: Props) {
  const { groups, permissions } = usePermissionTexts()
  const sentences: Readonly<Record<string, string>> = permissions
  const change = (permission: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(permission)
    else next.delete(permission)
    onChosen(next)
  }
  return (
    <>
      {permissionGroups.map((group) => (
        <fieldset key={group} class="permissions">
          <legend>{groups[group]}</legend>
          {inGroup(group, Object.keys(sentences)).map((permission) => (
            <label key={permission} class="check">
              <input
                type="checkbox"
                name={permission}
                checked={chosen.has(permission)}
                onChange={({ currentTarget }) =>
                  change(permission, currentTarget.checked)
                }
              />
              <span>{sentences[permission]}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </>
  )
}
