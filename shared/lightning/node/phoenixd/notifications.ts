import { Notification } from '../notification.ts'

/** The signature of a webhook; undefined without one. A blank header counts as none. */
export const signatureIn = (headers: Readonly<Record<string, string | undefined>>) =>
  [headers['x-node-signature'], headers['x-phoenix-signature']].find((value) =>
    value?.trim(),
  )

/** The notification in a webhook's body; undefined if it holds none. */
export function parseNotification(body: Uint8Array): Notification | undefined {
  try {
    return Notification.parse(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch {
    return undefined
  }
}

/** Returns the URL and headers of a WebSocket with an event for every payment received. */
export const eventStream = ({ url, password }: { url: string; password: string }) => ({
  url: `${url.replace(/^http/, 'ws')}/websocket`,
  headers: { authorization: basicAuthorization(password) },
})

/** The header by which the node knows its password: HTTP Basic with an empty user name. */
export const basicAuthorization = (password: string): string =>
  `Basic ${Buffer.from(`:${password}`).toString('base64')}`
