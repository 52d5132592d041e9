import createClient from 'openapi-fetch'
import { t } from '../messages/shared-text.ts'
import { noteAnswer } from './connection.ts'
import { keepAnswers } from './kept-answers.ts'
import type { paths } from './schema.d.ts'

/** The service's API, typed from its own schemas; the session cookie goes along by itself. */
export const api = createClient<paths>({ baseUrl: '/' })

const keptAnswers = keepAnswers()
api.use(keptAnswers.middleware)

/** What was read so far is not asked for by its tag any more (`forgetReads`). */
export const forgetAnswers = keptAnswers.forget

/**
 * A call that did not succeed, in one shape: `code` to branch on, `message` for people. `status` 0 is a call
 * that never got an answer.
 */
export class ApiFailure extends Error {
  override name = 'ApiFailure'
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>
  /** What stands beside the field at fault: it says not again which it is. */
  atField: string

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.atField = message
    this.status = status
    this.code = code
    this.details = details
  }

  /** The field of the form at fault, when the service named one. */
  get field(): string | undefined {
    return typeof this.details.field === 'string' ? this.details.field : undefined
  }
}

interface Answer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/**
 * The body of a success: `const program = await read(api.GET('/api/programs/{programId}', …))`.
 * @throws {ApiFailure} for every other outcome, a lost connection included
 */
export async function read<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (isAborted(cause)) throw cause
    noteAnswer(0)
    throw new ApiFailure(0, 'no_connection', t('api.theServiceDidntRespond'))
  })
  noteAnswer(response.status)
  if (response.ok) return data as Data // safe because a success carries the body its schema names
  throw await rejectedRequestOf(response, error)
}

/** What an answer refused, in words for people: of a call that `read` does not make. */
export function rejectedRequestOf(response: Response, body: unknown): Promise<ApiFailure> {
  return inWords(toFailure(response, body))
}

/** Says to people what was refused about a field. The words come when they are needed first: they are in no first load. */
async function inWords(failure: ApiFailure): Promise<ApiFailure> {
  if (failure.field === undefined) return failure
  const said = await import('./rejected-request-words.ts').catch(() => undefined)
  return Object.assign(failure, said?.rejectedRequestWords(failure.field, failure.message))
}

function isAborted(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError'
}

/** Reads both envelopes of the API (the platform's and the typed one), and whatever a proxy answers instead. */
function toFailure(response: Response, body: unknown): ApiFailure {
  const error = field(body, 'error')
  const code = field(error, 'code')
  const message = field(error, 'message')
  if (typeof code !== 'string' || typeof message !== 'string') {
    return new ApiFailure(
      response.status,
      'unknown',
      t('api.theServiceRespondedWithStatus', { status: response.status }),
    )
  }
  const details = field(error, 'details') ?? error
  // safe because both envelopes carry objects there
  return new ApiFailure(response.status, code, message, details as Record<string, unknown>)
}

function field(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object') return undefined
  return (value as Record<string, unknown>)[name] // safe because any field of an object may be read as unknown
}
