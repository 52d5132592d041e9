import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Listens on localhost only; port 0 picks a free one.
 * @returns the port
 */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  return (server.address() as AddressInfo).port // safe because it listens on a port, not a pipe
}
