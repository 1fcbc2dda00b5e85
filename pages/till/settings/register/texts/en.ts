export const en = {
  title: 'Make this device a till',
  why: 'A till has receipt numbers and a cash drawer of its own. Without one, this device sells in the numbers of the shop.',
  name: 'Name of the till',
  till: (place: number) => `Till ${place}`,
  register: (name: string) => `Use the name “${name}”`,
  decline: 'Go on without',
}
export type RegisterTexts = typeof en
