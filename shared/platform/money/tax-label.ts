/** The rate at the end of a text, such as 4 of "IVA 4 %". */
function rateIn(text: string): number | undefined {
  const [, digits] = /(\d+(?:[.,]\d+)?)\s*%$/.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits.replace(',', '.'))
}

/** A tax with its rate, such as 4%, which a name that ends with it does not repeat. */
export const taxLabel = (name: string, rate: string): string =>
  rateIn(name) === rateIn(rate) ? name : `${name} ${rate}`
