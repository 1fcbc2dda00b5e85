import { useId, useState } from 'preact/hooks'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { isServed } from '../../parts/is-served.ts'
import { useKept } from '../../parts/kept.ts'
import { PreferenceButtons } from '../../parts/preference-buttons.tsx'
import { lockChoices, lockMinutes } from '../lock/idle-lock.ts'
import { saveUnsent, useUnsent } from '../sales/unsent.ts'
import { useOwnTill } from '../shop/own-till-provider.tsx'
import { useTill } from '../shop/till.tsx'
import { useCatalogueTexts, useTexts } from '../texts/use-texts.ts'
import { DishesToChange, Printers, Products, RegisterDialog } from './rare-dialogs.tsx'
import { RemoveSamples } from './remove-samples.tsx'
import { workerState } from './service-worker.ts'

/**
 * Edits the settings that this browser keeps, and those of the shop that a till may
 * change.
 */
export function TillSettings({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts()
  const catalogue = useCatalogueTexts()
  const { shop, user, may, readAgain } = useTill()
  const { own, mayRegister } = useOwnTill()
  const hasUnsent = useUnsent().count > 0
  const [dialog, setDialog] = useState<'goods' | 'printers' | 'register'>()
  const isRestaurant = shop.settings.businessType === 'restaurant'
  const mayChangeGoods = isRestaurant
    ? may('dish_read') && may('dish_update')
    : may('products_read') && may('products_update')
  const Goods = isRestaurant ? DishesToChange : Products
  const hide = () => setDialog(undefined)
  const id = useId()
  const [minutes, setMinutes] = useKept(lockMinutes)
  return (
    <Dialog title={texts.thisTill} onClose={onClose}>
      <PreferenceButtons />
      <div class="field">
        <label for={id}>{texts.lockAfter}</label>
        <select
          id={id}
          value={minutes}
          onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
        >
          {lockChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === 0 ? texts.never : texts.minutes(choice)}
            </option>
          ))}
        </select>
      </div>
      <button type="button" onClick={openDisplay}>
        {texts.openDisplay}
      </button>
      <button type="button" onClick={() => void readAgain()}>
        {texts.refresh}
      </button>
      {mayChangeGoods && (
        <button type="button" onClick={() => setDialog('goods')}>
          {isRestaurant ? catalogue.dishes : catalogue.products}
        </button>
      )}
      {mayRegister && (
        <button type="button" onClick={() => setDialog('register')}>
          {texts.register}
        </button>
      )}
      {own && <p>{texts.ownTill(own.series, own.name)}</p>}
      {hasUnsent && (
        <button type="button" onClick={saveUnsent}>
          {texts.saveUnsent}
        </button>
      )}
      {(user.isAdmin || may('printer_update')) && (
        <button type="button" onClick={() => setDialog('printers')}>
          {texts.printers}
        </button>
      )}
      {isServed('office') && <OfficeLinks />}
      <RemoveSamples />
      <p class="quiet small">{texts.startsOffline[workerState()]}</p>
      {dialog === 'goods' && <Goods onClose={hide} />}
      {dialog === 'register' && <RegisterDialog onClose={hide} />}
      {dialog === 'printers' && <Printers onClose={hide} />}
    </Dialog>
  )
}

/** Links to the owner's tasks without a customer in front of the till. */
function OfficeLinks() {
  const texts = useTexts()
  const { may } = useTill()
  return (
    <>
      {may('users_create') && (
        <a class="button" href="/office#people">
          {texts.people}
        </a>
      )}
      {may('settings_update') && (
        <>
          <a class="button" href="/office#shop">
            {texts.shop}
          </a>
          <a class="button" href="/office#taxes">
            {texts.taxes}
          </a>
        </>
      )}
      {may('reports_read') && (
        <a class="button" href="/office">
          {texts.office}
        </a>
      )}
    </>
  )
}

/** Opens the customer display in a window of its own, or shows the open one. */
const openDisplay = () => {
  open('/till#display', 'till-display', 'popup,width=1024,height=768')
}
