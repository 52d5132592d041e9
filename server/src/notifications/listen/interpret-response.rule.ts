import { replaceControlCharacters } from './format-event.rule.ts'
import type { ServiceResponse } from './listen.ts'

/** The outcome that a command derives from a response. */
export type Conclusion =
  | { kind: 'done'; body: unknown }
  /** The listener has ended; start a new one. */
  | { kind: 'ended' }
  /** Temporary: try again later. */
  | { kind: 'again'; reason: string; retryAfterSeconds: number | undefined }
  /** The user has to do something. */
  | { kind: 'rejected'; message: string }

export interface SentRequest {
  url: string
  programId: number
  /** Whether the request was about an existing listener. */
  isListenerCall: boolean
  /** The command that sent it, as its errors name it: "can’t ${command.purpose} program 1", "Set --url". */
  command: { purpose: string; urlOption: string }
}

/** The message that every version of the service returns for an unknown URL. */
const NO_RESPONSE = 'Nothing exists at this URL.'

/** Interprets a response: one clear sentence for errors that the user has to fix, a retry for temporary ones. */
export function interpretResponse(
  response: ServiceResponse,
  { url, programId, isListenerCall, command }: SentRequest,
): Conclusion {
  if (response.kind === 'silent') {
    const reason = `${url} cannot be reached: ${response.reason}`
    return { kind: 'again', reason, retryAfterSeconds: undefined }
  }
  const { status, body, retryAfterSeconds } = response
  if (status >= 200 && status < 300) return { kind: 'done', body }
  const { code, message, permission } = readError(body)
  if (status === 429 || status >= 500 || code === 'idempotency_key_in_use') {
    return { kind: 'again', reason: `${url} returned ${status}${formatDetail(message)}`, retryAfterSeconds }
  }
  if (status >= 300 && status < 400) {
    return reject(
      `${url} redirects elsewhere (${status}). Set ${command.urlOption} to the service’s own URL.`,
    )
  }
  if (code === undefined) return reject(`${url} is not an affiliate service (it returned ${status}).`)
  if (message === NO_RESPONSE) {
    return reject(`The service at ${url} is too old for this command. Upgrade it.`)
  }
  if (status === 404 && isListenerCall) return { kind: 'ended' }
  if (status === 401) return reject('The key is unknown, revoked or expired.')
  if (status === 403) {
    const missingPermission =
      permission === undefined ? '' : `it lacks the permission ${replaceControlCharacters(permission)}, or `
    return reject(
      `The key can’t ${command.purpose} program ${programId}: ${missingPermission}it belongs to another program.`,
    )
  }
  if (status === 404) return reject(`This key has no access to program ${programId}, or it does not exist.`)
  return reject(`${url} returned ${status}${formatDetail(message)}`)
}

function reject(message: string): Conclusion {
  return { kind: 'rejected', message }
}

function formatDetail(message: string | undefined): string {
  return message === undefined ? '' : `: ${replaceControlCharacters(message)}`
}

/** Reads both of the service's error formats. */
function readError(body: unknown): { code?: string; message?: string; permission?: string } {
  const error = field(body, 'error')
  const details = field(error, 'details')
  return {
    ...pickText('code', field(error, 'code')),
    ...pickText('message', field(error, 'message')),
    ...pickText('permission', field(details, 'permission')),
  }
}

function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}

function pickText<Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } {
  // safe because the object has only this key, with a string as value
  return (typeof value === 'string' ? { [name]: value } : {}) as { [Key in Name]?: string }
}
