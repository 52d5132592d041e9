import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Static, TSchema } from 'typebox'
import { limits } from '../config/limits.ts'
import type { Deps } from '../deps.ts'
import { errorCode, StartError } from '../errors/start-error.ts'

/**
 * Work that a command requests. The embedded database lives in one process, so while the service runs, the service does
 * the work and the command calls it over a Unix socket in the data folder.
 */
export interface ServiceCommand<Input extends TSchema, Result> {
  /** Path of the command on the socket. */
  name: string
  input: Input
  /**
   * Does the work. The result is sent as JSON.
   * @throws {StartError} with the message that the command prints
   */
  run(deps: Deps, input: Static<Input>): Promise<Result>
}

/** An error response on the socket. */
export interface CommandFailure {
  message: string
  code?: string | undefined
}

const SOCKET = 'control'

/** Returns the socket's path, or undefined if it exceeds the system's limit. */
export function controlSocketIn(dataDir: string): string | undefined {
  const path = join(dataDir, SOCKET)
  return Buffer.byteLength(path) > limits.socketPathBytes ? undefined : path
}

/**
 * Runs a command in the service.
 * @throws {StartError} if the service is unreachable, exits meanwhile, takes too long, or reports a failure
 */
export async function callService<Input extends TSchema, Result>(
  dataDir: string,
  { name }: ServiceCommand<Input, Result>,
  input: Static<Input>,
  timeoutMs?: number,
): Promise<Result> {
  return callByName(dataDir, name, input, timeoutMs)
}

/** Runs a command whose code isn't loaded in this process, like `callService`. */
export async function callByName<Result>(
  dataDir: string,
  name: string,
  input: unknown,
  timeoutMs: number = limits.commandTimeoutMs,
): Promise<Result> {
  const request = startCall(dataDir, { name, contentType: 'application/json', timeoutMs })
  request.end(JSON.stringify(input))
  const response = await readResult(dataDir, request)
  // safe because the service sends the result of this very command
  const { result } = (await readJson(response)) as { result: Result }
  return result
}

/** Starts a request whose body the caller writes. @throws {StartError} if the data folder's path is too long */
export function startCall(
  dataDir: string,
  { name, contentType, timeoutMs }: { name: string; contentType: string; timeoutMs: number },
): ClientRequest {
  const socketPath = controlSocketIn(dataDir)
  if (socketPath === undefined) {
    throw new StartError(
      `The process that uses the data folder ${dataDir} can’t be reached: the folder’s path is longer than ` +
        `${limits.socketPathBytes - SOCKET.length - 1} bytes, too long for a socket. Stop the service first, or move the folder.`,
    )
  }
  const signal = AbortSignal.timeout(timeoutMs)
  return request({
    socketPath,
    path: `/${name}`,
    method: 'POST',
    headers: { 'content-type': contentType },
    signal,
  })
}

/**
 * Waits for the response.
 * @returns a response whose body is still unread
 * @throws {StartError}
 */
export async function readResult(dataDir: string, call: ClientRequest): Promise<IncomingMessage> {
  const [response] = await once(call, 'response').catch((cause: unknown): [IncomingMessage] => {
    const code = errorCode(cause) ?? ''
    if (!UNREACHABLE.has(code)) throw connectionBrokenError(cause)
    throw new StartError(
      `The process that uses the data folder ${dataDir} can’t be reached (${code}): it has just started or exited, or ` +
        'the file system does not support sockets. Try again, or stop it first.',
      { cause },
    )
  })
  if (response.statusCode === 200) return response
  const { message, code } = (await readJson(response)) as CommandFailure // safe because the service sends no other error
  throw Object.assign(new StartError(message), code === undefined ? {} : { code })
}

/**
 * Yields a response's lines.
 * @throws if the response ends early
 */
export async function* readLines(response: IncomingMessage): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (text + chunk).split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  return json(response).catch((cause: unknown) => {
    throw connectionBrokenError(cause)
  })
}

const UNREACHABLE = new Set(['ENOENT', 'ECONNREFUSED', 'EACCES', 'ENOTSOCK', 'ENOTDIR'])

function connectionBrokenError(cause: unknown): StartError {
  const isLate = cause instanceof Error && cause.name === 'AbortError'
  return new StartError(
    isLate
      ? 'The service did not respond in time. It may still be working on the command.'
      : 'The service exited before the command was done.',
    { cause },
  )
}
