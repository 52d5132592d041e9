// A separate process that forwards connections to a server, delaying each direction by half a round trip.
import { connect, createServer } from 'node:net'

interface Job {
  port: number
  host: string
  to: number
  roundTripMs: number
}

// safe because only processes.ts starts this file, with a Job
const { port, host, to, roundTripMs } = JSON.parse(process.argv[2] ?? '') as Job

createServer((client) => {
  const server = connect(to, host)
  for (const [from, other] of [
    [client, server],
    [server, client],
  ] as const) {
    from.setNoDelay()
    from.on('data', (bytes) => setTimeout(() => other.write(bytes), roundTripMs / 2))
    from.on('close', () => setTimeout(() => other.destroy(), roundTripMs / 2))
    from.on('error', () => other.destroy())
  }
}).listen(port, '127.0.0.1', () => process.stdout.write('listening\n'))
