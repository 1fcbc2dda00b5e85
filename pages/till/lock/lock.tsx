import { useState } from 'preact/hooks'
import { Initial } from '../../parts/controls/initial.tsx'
import { PinPad } from '../../parts/controls/pin-pad.tsx'
import { useErrorText } from '../../parts/error-text.ts'
import { Login } from '../../parts/login.tsx'
import type { Me } from '../../parts/pos.ts'
import { PreferenceButtons } from '../../parts/preference-buttons.tsx'
import { usePartTexts } from '../../parts/preferences.tsx'
import { fitting } from '../../parts/widest-word.ts'
import { NotOffline } from '../shop/offline-keys.ts'
import { logInHere } from '../shop/offline-session.ts'
import { useTexts } from '../texts/use-texts.ts'
import { forget, type Person, people, remember } from './people.ts'

type Props = {
  /** Name of the shop if it is public, else the page's name. */
  readonly title: string
  /** The names of all users, where they are public. */
  readonly staff: readonly Person[]
  readonly note: string | undefined
  readonly onLogin: (me: Me) => void
}

/**
 * Lets a person log in: the people of this till as tiles with a PIN pad; the first time
 * by name.
 */
export function Lock({ title, staff, note, onLogin }: Props) {
  const [known] = useState(() => tilesOf(people.get(), staff))
  const texts = useTexts()
  const [leaving, setLeaving] = useState<Person>()
  const [person, setPerson] = useState<Person | 'other' | undefined>(
    known.length === 0 ? 'other' : undefined,
  )
  const enter = (me: Me) => {
    remember({ id: me.user.userId, name: me.user.name })
    if (leaving) forget(leaving.id)
    onLogin(me)
  }
  if (person === 'other') {
    return (
      <Login title={title} names={[]} note={note} logIn={logInHere} onLogin={enter}>
        {known.length > 0 && <Back onClick={() => setPerson(undefined)} />}
      </Login>
    )
  }
  return (
    <div class="gate lock">
      <PreferenceButtons />
      {person ? (
        <main class="card">
          <PersonPin key={person.id} person={person} onLogin={enter} />
          <Back onClick={() => setPerson(undefined)} />
        </main>
      ) : (
        <Tiles
          title={leaving ? texts.forget(leaving.name) : title}
          note={leaving ? texts.forgetHint(leaving.name) : note}
          people={known}
          onPerson={setPerson}
          onForget={staff.length === 0 && !leaving ? setLeaving : undefined}
          onBack={leaving && (() => setLeaving(undefined))}
        />
      )}
    </div>
  )
}

/** Lists the people as tiles: first those who were here last. */
const tilesOf = (here: readonly Person[], staff: readonly Person[]): readonly Person[] =>
  staff.length === 0
    ? here
    : [
        ...here.filter(({ id }) => staff.some((each) => each.id === id)),
        ...staff.filter(({ id }) => !here.some((each) => each.id === id)),
      ]

function Back({ onClick }: { readonly onClick: () => void }) {
  const { back } = usePartTexts()
  return (
    <button type="button" class="plain" onClick={onClick}>
      {back}
    </button>
  )
}

type TilesProps = {
  readonly title: string
  readonly note: string | undefined
  readonly people: readonly Person[]
  readonly onPerson: (person: Person | 'other') => void
  readonly onForget: ((person: Person) => void) | undefined
  readonly onBack: (() => void) | undefined
}

function Tiles({ title, note, people: known, onPerson, ...props }: TilesProps) {
  const { onForget, onBack } = props
  const texts = useTexts()
  return (
    <main class="people">
      <h1 style={fitting(title)}>{title}</h1>
      <p role="status">{note ?? texts.whoSells}</p>
      <ul>
        {known.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              class="person"
              style={fitting(person.name)}
              onClick={() => onPerson(person)}
            >
              <Initial of={person.name} />
              <span>{person.name}</span>
            </button>
            {onForget && (
              <button
                type="button"
                class="plain forget"
                aria-label={texts.forget(person.name)}
                title={texts.forget(person.name)}
                onClick={() => onForget(person)}
              >
                <span aria-hidden="true">✕</span>
              </button>
            )}
          </li>
        ))}
        <li>
          <button type="button" class="person other" onClick={() => onPerson('other')}>
            <Initial of="+" />
            {texts.someoneElse}
          </button>
        </li>
      </ul>
      {onBack && <Back onClick={onBack} />}
    </main>
  )
}

type PinProps = { readonly person: Person; readonly onLogin: (me: Me) => void }

function PersonPin({ person, onLogin }: PinProps) {
  const texts = useTexts()
  const errorText = useErrorText()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (pin: string) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      onLogin(await logInHere({ name: person.name, pin }))
    } catch (error) {
      setTrouble(
        error instanceof NotOffline ? texts.notOffline[error.reason] : errorText(error),
      )
      setBusy(false)
    }
  }
  return (
    <PinPad
      label={texts.pinOf(person.name)}
      trouble={trouble}
      isBusy={isBusy}
      onPin={(pin) => void submit(pin)}
    />
  )
}
