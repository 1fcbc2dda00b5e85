export const en = {
  none: 'There is no till yet. Whoever may register tills is asked at the login of a device.',
  till: 'Till',
  ownDrawer: 'Cash in no till',
  lastReceipt: 'Last receipt',
  lastSeen: 'Last seen',
  drawer: 'Should be in the drawer',
  noShift: 'The cash of drawers is shown while a shift is open.',
  revoked: 'Ended',
  gone: 'Its storage is gone',
  missing: (numbers: string) => `Missing: ${numbers}`,
  waiting: (count: number, since: string) =>
    `${count === 1 ? 'One sale' : `${count} sales`} to hand in, since ${since}`,

  name: 'Name',
  rename: 'Rename',
  isRenamed: (name: string) => `It is named ${name} now.`,

  count: 'Count the drawer',
  counted: 'Counted',
  keepCount: (amount: string) => `Keep the count: ${amount}`,
  isKept: 'The count is kept beside what was expected.',
  move: 'Move money to another drawer',
  to: 'To',
  amount: 'Amount',
  reason: 'Reason',
  moveNow: (amount: string) => `Move ${amount}`,
  isMoved: (amount: string) => `${amount} was moved.`,
  confirm: 'Missing numbers',
  confirmHint:
    'Confirm numbers that no receipt has, such as a torn roll. They stand on the Z with your name. If a sale comes later after all, it gets its number.',
  confirmNumbers: (count: number) =>
    count === 1 ? 'Confirm one number as unused' : `Confirm ${count} numbers as unused`,
  areConfirmed: 'The numbers are confirmed as unused.',
  others: 'Only the first are shown. Confirm these, then look again.',
  lost: 'What it had not handed in is lost',
  lostHint: 'Confirm this if the device is gone for good: the alert ends.',
  confirmLost: 'Confirm that its sales are lost',
  isLost: 'That is confirmed.',
  end: 'End this till',
  endHint:
    'Nothing is sold there any more, and its sessions end. Its series is never given again. This cannot be undone.',
  endNow: 'End it now',
  deviceGone: 'The device is stolen or lost',
  deviceGoneHint:
    'Nobody can log in there any more. A thief may find out the PINs of those who sold there without the internet: until they change them, they log in only at other devices that know them.',
  isEnded: (name: string, people: readonly string[], isGone: boolean) =>
    [
      `${name} has ended.`,
      people.length > 0 &&
        `It could sell without the internet for: ${people.join(', ')}.`,
      people.length > 0 && isGone && 'Have them change their PINs.',
    ]
      .filter(Boolean)
      .join(' '),
}
export type TillsTexts = typeof en
