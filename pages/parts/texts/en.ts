/** The words of the parts. Every language has the same keys. */
export const en = {
  language: 'English',
  logIn: 'Log in',
  loggingIn: 'Logging in …',
  name: 'Name',
  pin: 'PIN',
  chooseName: 'Choose your name',
  wrongCredentials: 'This name and PIN do not go together.',
  noRole: 'This user has no role. Please ask an administrator.',
  noPermissions: 'The role of this user permits nothing. Please ask an administrator.',
  tooManyAttempts: (minutes: number) =>
    minutes === 1
      ? 'Too many wrong attempts. Please wait a minute.'
      : `Too many wrong attempts. Please wait ${minutes} minutes.`,
  failedSince: (name: string, count: number, last: string) =>
    count === 1
      ? `${name}: one wrong PIN since your last login (${last}). If it was not you, tell an administrator.`
      : `${name}: ${count} wrong PINs since your last login, the latest ${last}. If it was not you, tell an administrator.`,
  loginUnreachable: 'The shop does not answer. Please check the network and try again.',
  loginFailed: 'That did not work. Please try again.',
  dark: 'Dark',
  light: 'Light',
  darkHint: 'Switch to dark colours',
  lightHint: 'Switch to light colours',
  close: 'Close',
  notMeant: 'That cannot be the amount. Please enter it again.',
  deleteDigit: 'Delete the last character',
  back: 'Back',
  show: 'Show',
  hide: 'Hide',
  showField: (label: string) => `Show: ${label}`,
  hideField: (label: string) => `Hide: ${label}`,
  nodeLines: 'Connect a Lightning node',
  walletPassword: 'Wallet password of your role',
  wrongWalletPassword: 'That is not the wallet password of your role.',
  nodeLinesHint:
    'Write these lines into phoenix.conf of your phoenixd, without blanks around =, and restart it. Give the agent the first password; with the second it sells and pays nothing out. The passwords are new each time.',
  satoshis: (amount: string) => `${amount} sat`,
}

export type PartTexts = typeof en
