import type { ElementHandle, Page } from 'puppeteer-core'

/** A key takes people longer than a scanner, whose keys type nothing; in ms. */
export const personMs = 90

/**
 * A button, or what else is named, by a part of its text, once it can be pressed: in the dialog
 * on top if one is open, else in the page.
 */
export async function pressable(
  page: Page,
  label: string,
  { among = 'button', at = 0 } = {},
): Promise<ElementHandle<HTMLElement>> {
  const found = await page.waitForFunction(
    (wanted: string, selector: string, nth: number) => {
      const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
      return [...place.querySelectorAll<HTMLElement>(selector)]
        .filter(
          (each) =>
            !each.matches(':disabled') &&
            each.checkVisibility() &&
            each.innerText.includes(wanted),
        )
        .at(nth)
    },
    {},
    label,
    among,
    at,
  )
  return found.asElement() as ElementHandle<HTMLElement>
}

/** Waits until the page shows a text. */
export const untilShown = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text)

/** Types into the field that the page goes to by itself, once it has. */
export async function typeFocused(page: Page, keys: string): Promise<void> {
  await page.waitForSelector('input:focus')
  await page.keyboard.type(keys, { delay: personMs })
}
