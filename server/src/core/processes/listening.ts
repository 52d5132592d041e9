import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { errorCode, StartError } from '../errors/start-error.ts'

type Place = Pick<Config, 'host' | 'port' | 'publicUrl'>

/** With port 0 the system picks the port, so the public address is only known when it listens. */
export function addressOf(config: Place, bound: AddressInfo | string | null): string {
  if (config.port !== 0 || bound === null || typeof bound === 'string') return config.publicUrl
  const url = new URL(config.publicUrl)
  url.port = String(bound.port)
  return url.origin
}

/** Why it cannot listen, in words; undefined when it is another failure. */
export function describeListenFailure(config: Place, error: unknown): StartError | undefined {
  const place = `port ${config.port} of ${config.host}`
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Another process uses ${place} already: stop it, or set PORT to a free port.`)
    case 'EACCES':
      return new StartError(`This user may not listen on ${place}: set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`This machine has no address ${config.host}: correct HOST.`)
    default:
      return undefined
  }
}

/**
 * Tries whether the port is free, before several processes are started to share it.
 * @returns where it is: with port 0, the one that the system picked
 * @throws {StartError} why nobody can listen there
 */
export async function findPort(config: Place): Promise<AddressInfo> {
  const server = createServer()
  const listening = once(server, 'listening')
  server.listen(config.port, config.host)
  await listening.catch((error: unknown) => {
    throw describeListenFailure(config, error) ?? error
  })
  const bound = server.address()
  const closed = once(server, 'close')
  server.close()
  await closed
  // safe because a server that listens on a port has an address with it
  return bound as AddressInfo
}
