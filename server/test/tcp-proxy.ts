import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can go silent: data stays unread and connections stay open. */
export interface TcpProxy {
  port: number
  /** Stops forwarding on open connections, in both directions. */
  freezeOpen(): void
  /** Accepts new connections without forwarding. */
  freezeNew(): void
  /** Forwards new connections again. */
  forwardNewConnections(): void
  /**
   * Waits for a transaction that has sent this text, then drops all responses on its connection, starting with the
   * commit's.
   * @returns once the server has responded to the commit
   */
  loseCommitResponse(sent: string): Promise<void>
  close(): Promise<void>
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket | undefined]>()
  let isFrozen = false
  let losing: { sent: string; lost: () => void } | undefined
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
    if (far === undefined) return
    near.pipe(far).pipe(near)
    let isSent = false
    near.on('data', (chunk: Buffer) => {
      if (losing === undefined) return
      const { sent, lost } = losing
      const text = chunk.toString('latin1')
      if (text.includes('begin\0')) isSent = false
      if (text.includes(sent)) isSent = true
      if (!isSent || !text.includes('commit\0')) return
      losing = undefined
      far.unpipe(near)
      far.once('data', lost)
      far.resume()
    })
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
    forwardNewConnections() {
      isFrozen = false
    },
    loseCommitResponse(sent) {
      return new Promise((lost) => {
        losing = { sent, lost }
      })
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
