import { ApiError, type ErrorCode, invalidFieldError } from '../../core/errors/errors.http.ts'

/**
 * Converts an error of the accounts library, `{code, message}`, to an API error with that code as its reason.
 * @param passwordField the request field that contains the password
 */
export function authFailure(status: number, response: unknown, passwordField: string): ApiError {
  const code = getResponseText(response, 'code')
  const message = getResponseText(response, 'message')
  const field = /^\[body\.(\w+)\] (.*)$/.exec(message)
  if (field?.[1] !== undefined) return invalidFieldError(field[1], `${field[1]} is invalid: ${field[2]}.`)
  const knownMessage = MESSAGES[code === '' && status === 401 ? 'UNAUTHORIZED' : code]
  if (code === 'INVALID_PASSWORD') return invalidFieldError(passwordField, WRONG_PASSWORD)
  if (knownMessage?.field !== undefined) return invalidFieldError(knownMessage.field, knownMessage.message)
  if (code === 'CODE_UNDER_WAY') return codeInProgressError()
  if (status === 429) return tooManyCodesError()
  const text = knownMessage?.message ?? sentence(message)
  const details = code === '' ? {} : { reason: code.toLowerCase() }
  return new ApiError(CODES[status] ?? 'invalid_request', text, details)
}

const CODES: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'conflict',
}

const WRONG_PASSWORD = 'The password is wrong. Enter your current password.'

/** Messages for the errors that users see. */
const MESSAGES: Record<string, { message: string; field?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { message: 'Wrong email or password.' },
  INVALID_EMAIL: { message: 'email is not an email address.', field: 'email' },
  INVALID_TOKEN: { message: 'This link has expired or was already used. Request a new one.' },
  UNAUTHORIZED: { message: 'Sign in first: send a dashboard session token as Authorization: Bearer.' },
  INVALID_CODE: { message: 'Wrong code. Enter the current code from your authenticator app.' },
  INVALID_BACKUP_CODE: { message: 'This recovery code is wrong or was already used. Enter another one.' },
  INVALID_TWO_FACTOR_COOKIE: { message: 'This sign-in has expired or had too many attempts. Sign in again.' },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: {
    message: 'Too many wrong codes. Sign in again.',
  },
  TOTP_NOT_ENABLED: { message: 'Two-factor authentication is not turned on for this account.' },
  TWO_FACTOR_NOT_ENABLED: { message: 'Two-factor authentication is not turned on for this account.' },
  ORGANIZATION_ALREADY_EXISTS: {
    message: 'This workspace slug is already in use. Choose another one.',
    field: 'slug',
  },
  INVALID_ORIGIN: { message: 'Pages on other sites can’t use your session.' },
  MISSING_OR_NULL_ORIGIN: {
    message:
      'Requests with a cookie need an Origin header. Send the address of this service as Origin, or use Authorization: Bearer.',
  },
}

/** After ten wrong codes in a row, the library locks an account's codes for 15 minutes. */
const CODES_LOCKED_SECONDS = 15 * 60

function tooManyCodesError() {
  const seconds = CODES_LOCKED_SECONDS
  return new ApiError(
    'rate_limited',
    'Too many wrong codes for this account. Try again in 15 minutes.',
    { retry_after_seconds: seconds },
    { 'retry-after': String(seconds) },
  )
}

function codeInProgressError() {
  return new ApiError(
    'rate_limited',
    'Another code for this account is being verified. Wait a second and retry.',
    { retry_after_seconds: 1 },
    { 'retry-after': '1' },
  )
}

function sentence(message: string): string {
  if (message === '') return 'The accounts service rejected this request.'
  return /[.!?]$/.test(message) ? message : `${message}.`
}

function getResponseText(response: unknown, name: 'code' | 'message'): string {
  if (response === null || typeof response !== 'object' || !(name in response)) return ''
  // safe because the field exists
  return String((response as Record<string, unknown>)[name])
}
