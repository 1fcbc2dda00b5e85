import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Sends lines as they are and returns the whole answer as text. */
export async function rawRequest(url: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(lines.join('\r\n'))
  return text(socket)
}
