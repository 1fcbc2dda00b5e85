import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { PosError } from '../../../shared/client/pos-error.ts'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { Initial } from '../../parts/controls/initial.tsx'
import { PinPad } from '../../parts/controls/pin-pad.tsx'
import { pos } from '../../parts/pos.ts'
import type { Person } from '../lock/people.ts'
import { useTill } from '../shop/till.tsx'
import { useApprovalTexts } from '../texts/use-texts.ts'
import { approvalOf } from './approval-of.ts'
import type { Asked } from './ask.ts'

/** Asks for a colleague's PIN, for one request. */
export function ApprovalDialog({ asked }: { readonly asked: Asked }) {
  const texts = useApprovalTexts()
  const { user } = useTill()
  const [person, setPerson] = useState<Person>()
  return (
    <Dialog title={texts.title} onClose={asked.cancel}>
      <p class="asked">
        <span class="quiet">{texts.asks(user.name)}</span>
        <strong>{asked.what}</strong>
      </p>
      {person ? (
        <>
          <ColleaguePin key={person.id} person={person} asked={asked} />
          <button type="button" class="plain" onClick={() => setPerson(undefined)}>
            {texts.someoneElse}
          </button>
        </>
      ) : (
        <>
          <p class="quiet small">{texts.needs[asked.permission]}</p>
          <Colleagues onPerson={setPerson} />
        </>
      )}
    </Dialog>
  )
}

function Colleagues({ onPerson }: { readonly onPerson: (person: Person) => void }) {
  const texts = useApprovalTexts()
  const { user, failed } = useTill()
  const [people, setPeople] = useState<readonly Person[]>()
  const [trouble, setTrouble] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => list.current?.querySelector('button')?.focus(), [people])
  useEffect(() => {
    pos.users.list().then(
      (all) => setPeople(all.filter(({ id }) => id !== user.userId)),
      (error: unknown) => setTrouble(failed(error)),
    )
  }, [user.userId, failed])
  return (
    <>
      <p class="trouble" role="alert">
        {trouble ?? (people?.length === 0 ? texts.nobody : '')}
      </p>
      <ul ref={list} class="colleagues" aria-label={texts.whoApproves}>
        {people?.map((person) => (
          <li key={person.id}>
            <button type="button" class="person" onClick={() => onPerson(person)}>
              <Initial of={person.name} />
              {person.name}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type PinProps = { readonly person: Person; readonly asked: Asked }

function ColleaguePin({ person, asked }: PinProps) {
  const texts = useApprovalTexts()
  const { failed } = useTill()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const enter = async (pin: string) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      asked.approve(await approvalOf(person.id, pin, asked))
    } catch (error) {
      setBusy(false)
      setTrouble(troubleOf(error) ?? failed(error))
    }
  }
  const troubleOf = (error: unknown) => {
    if (!(error instanceof PosError)) return undefined
    if (error.code === 'invalid_credentials') return texts.wrongPin
    return error.code === 'permission_required' ? texts.mayNot(person.name) : undefined
  }
  return (
    <PinPad
      label={texts.pinOf(person.name)}
      trouble={trouble}
      isBusy={isBusy}
      action={texts.approve}
      onPin={(pin) => void enter(pin)}
    />
  )
}
