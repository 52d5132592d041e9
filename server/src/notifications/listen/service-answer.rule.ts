import { printable } from './listen-words.rule.ts'
import type { ServiceAnswer } from './listening.ts'

/** What an answer of the service means for whoever listens. */
export type Conclusion =
  | { kind: 'done'; body: unknown }
  /** The listener has ended: there may be a new one. */
  | { kind: 'ended' }
  /** It may go better in a while. */
  | { kind: 'again'; reason: string; retryAfterSeconds: number | undefined }
  /** A person has to do something. */
  | { kind: 'refused'; message: string }

export interface Asked {
  url: string
  programId: number
  /** Whether the call was about a listener that was there before. */
  isOfListener: boolean
}

/** The words in which every version of the service says that an address leads nowhere. */
const NOWHERE = 'Nothing exists at this URL.'

/** Reads an answer: one clear sentence for what only a person can mend, and another try for what passes. */
export function judgeAnswer(answer: ServiceAnswer, { url, programId, isOfListener }: Asked): Conclusion {
  if (answer.kind === 'silent') {
    const reason = `${url} cannot be reached: ${answer.reason}`
    return { kind: 'again', reason, retryAfterSeconds: undefined }
  }
  const { status, body, retryAfterSeconds } = answer
  if (status >= 200 && status < 300) return { kind: 'done', body }
  const { code, message, permission } = readError(body)
  if (status === 429 || status >= 500 || code === 'idempotency_key_in_use') {
    return { kind: 'again', reason: `${url} answered ${status}${saying(message)}`, retryAfterSeconds }
  }
  if (status >= 300 && status < 400) {
    return refused(
      `${url} leads elsewhere (it answered ${status}): give --url the address of the service itself.`,
    )
  }
  if (code === undefined) return refused(`${url} is no affiliate service: it answered ${status}.`)
  if (message === NOWHERE) {
    return refused(`The service at ${url} is older than this command and cannot be listened to: upgrade it.`)
  }
  if (status === 404 && isOfListener) return { kind: 'ended' }
  if (status === 401) return refused('The key is not accepted: it is unknown, revoked or expired.')
  if (status === 403) {
    const lacks = permission === undefined ? '' : `it lacks the permission ${printable(permission)}, or `
    return refused(`The key may not listen to the program ${programId}: ${lacks}it is of another program.`)
  }
  if (status === 404) return refused(`There is no program ${programId} that this key may see.`)
  return refused(`${url} answered ${status}${saying(message)}`)
}

function refused(message: string): Conclusion {
  return { kind: 'refused', message }
}

function saying(message: string | undefined): string {
  return message === undefined ? '' : `: ${printable(message)}`
}

/** Of either envelope of the service, what is there. */
function readError(body: unknown): { code?: string; message?: string; permission?: string } {
  const error = field(body, 'error')
  const details = field(error, 'details')
  return {
    ...textOf('code', field(error, 'code')),
    ...textOf('message', field(error, 'message')),
    ...textOf('permission', field(details, 'permission')),
  }
}

function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
}

function textOf<Name extends string>(name: Name, value: unknown): { [Key in Name]?: string } {
  // safe because the object has this one name, with a text
  return (typeof value === 'string' ? { [name]: value } : {}) as { [Key in Name]?: string }
}
