/** The class of a tile without a picture: one of the six colours of the stylesheet, always the same for a name. */
export const tileColour = (name: string): string => {
  const letters = Array.from(name)
  return `s${letters.reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6}`
}
