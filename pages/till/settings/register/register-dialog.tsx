import { useEffect, useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { newId } from '../../../../shared/ids.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { askedId, isDeclined, keepOwn } from '../../shop/own-till.ts'
import { useOwnTill } from '../../shop/own-till-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { useRegisterTexts } from './use-texts.ts'

/** Makes this device a till, when somebody asks for it. */
export function RegisterDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useRegisterTexts()
  const { decline } = useOwnTill()
  const leave = () => {
    decline()
    onClose()
  }
  return (
    <Dialog title={texts.title} onClose={leave}>
      <RegisterForm onDone={onClose} onLeave={leave} />
    </Dialog>
  )
}

/** Offers to make this device a till; sales go on beside it. */
export function RegisterOffer() {
  const texts = useRegisterTexts()
  const { decline } = useOwnTill()
  return (
    <section class="offer card" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <RegisterForm onDone={() => undefined} onLeave={decline} />
    </section>
  )
}

type FormProps = { readonly onDone: () => void; readonly onLeave: () => void }

/** Registers under a name that one tap takes. */
function RegisterForm({ onDone, onLeave }: FormProps) {
  const texts = useRegisterTexts()
  const { failed } = useTill()
  const { setOwn } = useOwnTill()
  const [place, setPlace] = useState(1)
  const [typed, setTyped] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const name = typed ?? texts.till(place)
  useEffect(() => {
    pos.tills.list().then(
      (tills) => setPlace(tills.length + 1),
      (error: unknown) => setTrouble(failed(error)),
    )
  }, [failed])
  const register = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    try {
      setOwn(await registered(name.trim()))
      void isDeclined.set(false)
      onDone()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void register(event)}>
      <p class="quiet">{texts.why}</p>
      <TextField
        label={texts.name}
        name="till-name"
        autocomplete="off"
        value={name}
        onText={setTyped}
        required
      />
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button type="submit" class="strong" disabled={isBusy || name.trim() === ''}>
        {texts.register(name.trim())}
      </button>
      <button type="button" onClick={onLeave}>
        {texts.decline}
      </button>
    </form>
  )
}

/** Asks with one id until an answer arrives: it is one till however often that is. Throws PosError. */
async function registered(name: string) {
  const id = askedId.get() || newId()
  await askedId.set(id)
  try {
    const { series } = await pos.tills.create({ body: { id, name } })
    return await keepOwn({ id, name, series, lastNumber: 0 })
  } catch (error) {
    // The earlier one was made too long ago to be this one
    if (error instanceof PosError && error.status === 409) await askedId.set('')
    throw error
  }
}
