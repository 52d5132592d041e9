import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { addCleanup } from './cleanup.ts'

/** Starts a server that doesn't speak the expected protocol: it passes each connection to `onConnection`. */
export async function startRawServer(onConnection: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  addCleanup(async () => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
