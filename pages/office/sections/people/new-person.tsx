import { useState } from 'preact/hooks'
import type { ListedRole } from '../../../../shared/client/api.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { SecretField } from '../../../parts/controls/secret-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useAction } from '../../controls/use-action.ts'
import { useVisit } from '../../figures/visit.tsx'
import { type Preset, presetNames, presets } from './presets.ts'
import { usePeopleTexts } from './use-texts.ts'

type Props = {
  readonly roles: readonly ListedRole[]
  readonly onClose: () => void
}

/** Somebody new: a name, a PIN, and a role of the shop or one that is added with the person. */
export function NewPerson({ roles, onClose }: Props) {
  const texts = usePeopleTexts()
  const { user, may } = useVisit()
  const { isBusy, trouble, run } = useAction()
  const [name, setName] = useState('')
  const [pin, setPin] = useState('')
  const missing = may('roles_create')
    ? presetNames.filter((preset) =>
        roles.every(({ role }) => role !== texts.presets[preset]),
      )
    : []
  const options = [
    ...roles
      .filter(({ isAdmin }) => !isAdmin || user.isAdmin)
      .map(({ id, role, isAdmin }) => ({
        value: id,
        label: role,
        ...(isAdmin && { hint: texts.everything }),
      })),
    ...missing.map((preset) => ({
      value: preset as string,
      label: texts.presets[preset],
      hint: `${texts.presetHints[preset]}. ${texts.isMade}`,
    })),
  ]
  const usual = options.find(({ value }) =>
    roles.every(({ id, isAdmin }) => id !== value || !isAdmin),
  )
  const [role, setRole] = useState(usual?.value ?? '')
  const add = async () => {
    const preset = missing.find((each) => each === role)
    const roleId = preset ? await createPreset(preset, texts.presets[preset]) : role
    await pos.users.create({ body: { name: name.trim(), pin, role: roleId } })
  }
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void run(add).then((isDone) => isDone && onClose())
        }}
      >
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          name="person-name"
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        <SecretField
          label={texts.pin}
          hint={texts.pinHint}
          name="person-pin"
          inputMode="numeric"
          autocomplete="new-password"
          minLength={4}
          value={pin}
          onText={setPin}
          required
        />
        <Choice
          legend={texts.whatTheyDo}
          options={options}
          value={role}
          onChoose={setRole}
        />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.add}
        </button>
      </form>
    </Dialog>
  )
}

/** The id of a new role; of the one there is where an attempt before has made it. */
async function createPreset(preset: Preset, role: string): Promise<string> {
  const found = (await pos.roles.list()).find((each) => each.role === role)
  if (found) return found.id
  const { id } = await pos.roles.create({
    body: { role, permissions: [...presets[preset]] },
  })
  return id
}
