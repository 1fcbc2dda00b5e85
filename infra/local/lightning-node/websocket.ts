import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { isAllowed, type Passwords } from './node-api.ts'

/** GET /websocket: sends every notification to all open WebSockets. */
export function notificationSockets(passwords: Passwords) {
  const sockets = new WebSocketServer({ noServer: true })

  return {
    /** Upgrades an HTTP connection, or rejects it with 401 or 404. */
    upgrade: (request: IncomingMessage, connection: Duplex, head: Buffer): void => {
      const path = request.url ?? ''
      if (path !== '/websocket') reject(connection, 404)
      else if (!isAllowed(passwords, path, request.headers.authorization)) {
        reject(connection, 401)
      } else {
        sockets.handleUpgrade(request, connection, head, (socket) => {
          socket.on('error', () => socket.terminate())
        })
      }
    },

    send(notification: object): void {
      const text = JSON.stringify(notification)
      for (const socket of sockets.clients) socket.send(text)
    },

    close(): void {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

function reject(connection: Duplex, status: number): void {
  connection.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n\r\n`,
  )
}
