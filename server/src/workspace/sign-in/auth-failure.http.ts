import { ApiError, type ErrorCode, invalidField } from '../../core/errors/errors.http.ts'

/** The account library says `{code, message}`; the answer is the platform envelope with that code as its reason. `passwordField` is where the call takes the password that was tried. */
export function authFailure(status: number, answer: unknown, passwordField: string): ApiError {
  const code = read(answer, 'code')
  const message = read(answer, 'message')
  const field = /^\[body\.(\w+)\] (.*)$/.exec(message)
  if (field?.[1] !== undefined) return invalidField(field[1], `${field[1]} cannot be used: ${field[2]}.`)
  const known = WORDS[code === '' && status === 401 ? 'UNAUTHORIZED' : code]
  if (code === 'INVALID_PASSWORD') return invalidField(passwordField, WRONG_PASSWORD)
  if (known?.field !== undefined) return invalidField(known.field, known.message)
  if (code === 'CODE_UNDER_WAY') return codeUnderWay()
  if (status === 429) return tooManyCodes()
  const words = known?.message ?? sentence(message)
  const details = code === '' ? {} : { reason: code.toLowerCase() }
  return new ApiError(CODES[status] ?? 'invalid_request', words, details)
}

const CODES: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'conflict',
}

const WRONG_PASSWORD = 'This is not your password: type the one you signed in with.'

/** Those that people meet, in words that say what to do next. */
const WORDS: Record<string, { message: string; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { message: 'This e-mail and password do not belong together: check both.' },
  INVALID_EMAIL: { message: 'email is not an e-mail address.', field: 'email' },
  INVALID_TOKEN: { message: 'This link was used already or has expired: ask for a new one.' },
  UNAUTHORIZED: { message: 'Sign in first: send a dashboard session token as Authorization: Bearer.' },
  INVALID_CODE: { message: 'This code is not right: type the newest one that your app shows.' },
  INVALID_BACKUP_CODE: { message: 'This recovery code is not right, or was used already: take another one.' },
  INVALID_TWO_FACTOR_COOKIE: { message: 'This sign-in took too long or was tried too often: begin again.' },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: {
    message: 'Too many codes were wrong: sign in again from the beginning.',
  },
  TOTP_NOT_ENABLED: { message: 'This account has no second factor.' },
  TWO_FACTOR_NOT_ENABLED: { message: 'This account has no second factor.' },
  ORGANIZATION_ALREADY_EXISTS: {
    message: 'There is a workspace of this slug already: take another one.',
    field: 'slug',
  },
  INVALID_ORIGIN: { message: 'A page of another site may not act with your session.' },
  MISSING_OR_NULL_ORIGIN: {
    message:
      'A call with a cookie names its Origin: send the address of this service as Origin, or a session token as Authorization: Bearer.',
  },
}

/** The library locks the codes of an account for a quarter of an hour after ten wrong ones in a row. */
const CODES_LOCKED_SECONDS = 15 * 60

function tooManyCodes() {
  const seconds = CODES_LOCKED_SECONDS
  return new ApiError(
    'rate_limited',
    'Too many codes of this account were wrong: wait a quarter of an hour.',
    { retry_after_seconds: seconds },
    { 'retry-after': String(seconds) },
  )
}

function codeUnderWay() {
  return new ApiError(
    'rate_limited',
    'Another code of this account is being tried: wait a second, then send this one again.',
    { retry_after_seconds: 1 },
    { 'retry-after': '1' },
  )
}

function sentence(message: string): string {
  if (message === '') return 'The account service refused this call.'
  return /[.!?]$/.test(message) ? message : `${message}.`
}

function read(answer: unknown, name: 'code' | 'message'): string {
  if (answer === null || typeof answer !== 'object' || !(name in answer)) return ''
  // safe because it has such a field
  return String((answer as Record<string, unknown>)[name])
}
