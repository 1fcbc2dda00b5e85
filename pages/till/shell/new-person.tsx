import { useState } from 'preact/hooks'
import { Choice } from '../../parts/controls/choice.tsx'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { SecretField } from '../../parts/controls/secret-field.tsx'
import { TextField } from '../../parts/controls/text-field.tsx'
import { pos } from '../../parts/pos.ts'
import { remember } from '../lock/people.ts'
import { useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { roleNamed, type StaffRole } from './staff-roles.ts'

/** Somebody else who sells: an administrator gives the name, a PIN and the role. */
export function NewPerson({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts()
  const { failed } = useTill()
  const [name, setName] = useState('')
  const [pin, setPin] = useState('')
  const [role, setRole] = useState<StaffRole>('cashier')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    try {
      const roleId = await roleNamed(texts[role], role)
      const { id } = await pos.users.create({
        body: { name: name.trim(), pin, role: roleId },
      })
      remember({ id, name: name.trim() })
      onClose()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.newPerson} onClose={onClose}>
      <form onSubmit={(event) => void add(event)}>
        <TextField
          label={texts.personName}
          hint={texts.personNameHint}
          name="person-name"
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        <SecretField
          label={texts.personPin}
          hint={texts.personPinHint}
          name="person-pin"
          inputMode="numeric"
          autocomplete="new-password"
          minLength={4}
          value={pin}
          onText={setPin}
          required
        />
        <Choice
          legend={texts.role}
          value={role}
          onChoose={setRole}
          options={[
            { value: 'cashier', label: texts.cashier, hint: texts.cashierHint },
            { value: 'manager', label: texts.manager, hint: texts.managerHint },
          ]}
        />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.addPerson}
        </button>
      </form>
    </Dialog>
  )
}
