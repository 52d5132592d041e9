import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can go silent: what is sent stays unread, and nobody is told. */
export interface TcpProxy {
  port: number
  /** The connections that are open now say nothing any more, in either direction. */
  freezeOpen(): void
  /** New connections are accepted and say nothing. */
  freezeNew(): void
  /** New connections go through again. */
  letNewThrough(): void
  close(): Promise<void>
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket | undefined]>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = isFrozen ? undefined : connect(targetPort, '127.0.0.1')
    const pair: [Socket, Socket | undefined] = [near, far]
    pairs.add(pair)
    const end = () => {
      near.destroy()
      far?.destroy()
      pairs.delete(pair)
    }
    for (const socket of [near, far]) socket?.on('error', end).on('close', end)
    if (far !== undefined) near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    freezeOpen() {
      for (const [near, far] of pairs) {
        for (const socket of [near, far]) socket?.unpipe().pause()
      }
    },
    freezeNew() {
      isFrozen = true
    },
    letNewThrough() {
      isFrozen = false
    },
    async close() {
      for (const [near, far] of pairs) {
        near.destroy()
        far?.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
