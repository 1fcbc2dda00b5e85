/** Cash, which takes the place of every other method when money goes back. */
export const cashId = '32332081-7a2b-4e67-a198-fddf2451f426'

/** The method of payments over Lightning, which no tender takes by hand. */
export const bitcoinId = '3ae8f71e-954a-4795-8531-368354c67ede'
