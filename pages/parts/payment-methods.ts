/** Cash, which takes the place of every other method when money goes back. */
export const cashId = '32332081-7a2b-4e67-a198-fddf2451f426'

/** The method of payments over Lightning, which no tender takes by hand. */
export const bitcoinId = '3ae8f71e-954a-4795-8531-368354c67ede'

/** The methods that a till takes by hand: their ids are the same in every deployment. */
export const methods = {
  cash: cashId,
  creditCard: '6440df5d-c76c-4074-9256-dd2dccf8a50b',
  debitCard: '0b571243-2143-4afc-a728-f6e5c4e8a9e1',
  bankTransfer: '82a6def9-eb44-43f9-9507-9a61a3361f92',
} as const
export type Method = keyof typeof methods
