import type { ElementHandle } from 'puppeteer-core'
import type { Visit } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

/** Effort of an owner. */
export type Effort = { taps: number; fields: number; keys: number }

/** Hands of an owner in the office, which count their taps, fields and keys. */
export function officeHands({ page }: Visit) {
  const effort: Effort = { taps: 0, fields: 0, keys: 0 }
  const until = (wanted: string) => untilShown(page, wanted)
  /** Presses what has this text, a whole one before one that begins with it. */
  const press = async (label: string, among = 'button') => {
    effort.taps += 1
    const found = await page.waitForFunction(
      (wanted, selector) => {
        const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
        const all = [...place.querySelectorAll<HTMLElement>(selector)].filter(
          (each) => !each.matches(':disabled') && each.checkVisibility(),
        )
        const texts = all.map((each) => each.innerText.trim())
        const whole = texts.indexOf(wanted)
        return all[whole < 0 ? texts.findIndex((text) => text.startsWith(wanted)) : whole]
      },
      {},
      label,
      among,
    )
    // A person would scroll to it
    await found.asElement()?.evaluate((each) => (each as HTMLElement).click())
  }
  const type = async (text: string) => {
    effort.fields += 1
    effort.keys += text.length
    await page.keyboard.type(text, { delay: personMs })
  }
  return {
    page,
    until,
    press,
    type,
    closed: () => page.waitForFunction(() => !document.querySelector('dialog')),
    /** Types into a field instead of what is in it. */
    fill: async (name: string, text: string) => {
      const field = await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll<HTMLInputElement>(`[name="${wanted}"]`)]
            .filter((each) => each.checkVisibility())
            .at(-1),
        {},
        name,
      )
      await field.asElement()?.evaluate((each) => {
        ;(each as HTMLInputElement).focus()
        ;(each as HTMLInputElement).select()
      })
      await type(text)
    },
    /** Types an amount into the field of this label, the nth of the dialog. */
    fillMoney: async (label: string, text: string, at = 0) => {
      const found = await pressable(page, label, { among: '.money-field label', at })
      await found.evaluate((each) => each.click())
      await type(text)
    },
    choose: async (name: string, value: string) => {
      effort.taps += 2
      await page.waitForSelector(`[name="${name}"]`)
      await page.select(`[name="${name}"]`, value)
    },
    /** Chooses a file in the browser's own dialog. */
    chooseFile: async (path: string) => {
      effort.taps += 2
      const field = await page.waitForSelector('[name=file]')
      await (field as ElementHandle<HTMLInputElement>).uploadFile(path)
    },
    open: async (section: string) => {
      effort.taps += 1
      await page.evaluate((name) => {
        location.hash = name
      }, section)
      await page.waitForSelector(`nav [href="#${section}"][aria-current]`)
    },
    logIn: async ({ name, pin }: { readonly name: string; readonly pin: string }) => {
      await page.waitForSelector('[name=name]')
      await page.type('[name=name]', name, { delay: personMs })
      await page.type('[name=pin]', pin, { delay: personMs })
      await page.keyboard.press('Enter')
    },
    /** The effort since the last call. */
    effort: (): Effort => {
      const done = { ...effort }
      Object.assign(effort, { taps: 0, fields: 0, keys: 0 })
      return done
    },
  }
}

export type OfficeHands = ReturnType<typeof officeHands>
