import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { errorCode, StartError } from '../errors/start-error.ts'

type Place = Pick<Config, 'host' | 'port' | 'publicUrl'>

/**
 * Returns the service's address. With port 0 the system picks the port, so the public URL is only known once it
 * listens.
 */
export function getListeningUrl(config: Place, bound: AddressInfo | string | null): string {
  if (config.port !== 0 || bound === null || typeof bound === 'string') return config.publicUrl
  const url = new URL(config.publicUrl)
  url.port = String(bound.port)
  return url.origin
}

/** Explains why the service can't listen; undefined for other failures. */
export function describeListenFailure(config: Place, error: unknown): StartError | undefined {
  const address = `port ${config.port} of ${config.host}`
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Another process already uses ${address}. Stop it, or set PORT to a free port.`)
    case 'EACCES':
      return new StartError(`This user may not listen on ${address}. Set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`This machine does not have the address ${config.host}. Correct HOST.`)
    default:
      return undefined
  }
}

/**
 * Checks that the port is free before several processes are started to share it.
 * @returns the port: with port 0, the one that the system picked
 * @throws {StartError} with the reason if it can't be used
 */
export async function findPort(config: Place): Promise<AddressInfo> {
  const server = createServer()
  const listenEvent = once(server, 'listening')
  server.listen(config.port, config.host)
  await listenEvent.catch((error: unknown) => {
    throw describeListenFailure(config, error) ?? error
  })
  const bound = server.address()
  const closeEvent = once(server, 'close')
  server.close()
  await closeEvent
  // safe because a server that listens on a port has an address with it
  return bound as AddressInfo
}
