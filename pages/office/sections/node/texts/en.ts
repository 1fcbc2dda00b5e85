export const en = {
  views: {
    state: 'Node',
    payOut: 'Pay out',
  },

  doorHint:
    'The wallet opens with its password, for some minutes. It locks when you go to another section.',
  openWallet: 'Open the wallet',
  walletOpen: (until: string) => `The wallet is open until ${until}.`,
  lockWallet: 'Lock the wallet',
  changePassword: 'Change the password',
  passwordHint:
    'It is the password of your role: everybody with this role opens the wallet with it.',
  presentPassword: 'Present password',
  newPassword: 'New password',
  passwordChanged: 'The password is changed.',

  health: 'How the node is',
  isWell: 'The node is well.',
  neverAnswered: 'No node has answered yet. Perhaps the shop has none.',
  canReceive: (satoshis: string) => `Customers can still pay up to ${satoshis} at once.`,
  asOf: (moment: string) => `It answered last on ${moment}.`,

  rate: 'Exchange rate',
  rateIs: (price: string) => `One bitcoin costs ${price}.`,
  rateFrom: (sources: string, moment: string) => `By ${sources}, ${moment}.`,
  byHand: 'a rate of your own',
  rateStale: 'It is older than five minutes.',
  noRate: 'No exchange rate is known at the moment.',
  about: (amount: string) => `about ${amount}`,

  holdings: 'What the node holds',
  nodeSilent: 'The node does not answer. Look again later.',
  balance: 'Balance',
  feeCredit: 'Kept for a channel',
  noChannels:
    'The node has no channel yet. The first larger payment opens one, and its cost is taken from that payment.',
  channels: 'Channels',
  channel: 'Channel',
  canSend: 'Can be paid out',
  canTake: 'Can be received',
  capacity: 'Both together',

  payOut: 'Pay out of the wallet',
  payOutHint:
    'Paste or scan an invoice, an offer (lno…) or the address of another wallet. Nothing is paid before you have confirmed it.',
  whom: 'Invoice, offer or address',
  unknownCode:
    'That is neither a Lightning invoice, nor an offer, nor a Bitcoin address. Ask the receiver for one.',
  next: 'Next',
  otherTarget: 'Another receiver',
  kinds: { invoice: 'Invoice', offer: 'Offer', address: 'Bitcoin address' },
  purpose: 'For',
  amount: 'Amount',
  amountSat: 'Amount in satoshis',
  amountHint: 'The receiver leaves it to you.',
  feerate: 'Fee rate in satoshis per byte',
  feerateHint:
    'The more, the sooner it is confirmed. mempool.space shows what is paid now.',
  message: 'Note to the receiver',
  confirmTitle: 'Pay this?',
  fee: 'Fee',
  feeAbout: 'Fee, about',
  paymentId: 'The node knows it as',
  payNow: (satoshis: string) => `Pay ${satoshis}`,
  paying: 'Paying …',
  paidTitle: 'Paid',
  isPaid: (satoshis: string, fee: string) => `${satoshis} were paid, the fee was ${fee}.`,
  notConfirmed: 'It was sent to the network, and is not confirmed yet.',
  unknownOutcome: (satoshis: string) =>
    `Nobody knows yet whether ${satoshis} were paid. Do not pay it again: look among the payments in a while.`,
  askAgain: 'Ask again what became of it',
}

export type NodeTexts = typeof en
