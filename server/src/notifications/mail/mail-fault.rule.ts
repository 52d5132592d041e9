import { connectionError, faultCode } from '../../core/http/connection-fault.rule.ts'

/** An error of nodemailer. */
export interface MailFailure extends Error {
  code?: string
  /** The system error code, if `code` is one of nodemailer's. */
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

/** Why the mail server did not accept an email: its own response, or our explanation without a final period. */
export interface MailError {
  isVerbatim: boolean
  message: string
}

export function mailError(failure: MailFailure): MailError {
  const { message, response, code = '', originalCode = code } = failure
  // For a TLS failure, the response alone would be misleading.
  if (code === 'ETLS') return ownError(response === undefined ? NO_TLS : `${NO_TLS} (${response})`)
  if (response !== undefined) {
    return /^\d{3}/.test(response)
      ? { isVerbatim: true, message: response }
      : ownError(`it does not speak SMTP (${response})`)
  }
  const connectionCode = faultCode({ code: originalCode, message })
  const connectionFault = connectionError(connectionCode)
  if (connectionFault !== undefined) return ownError(`${connectionFault} (${connectionCode})`)
  const reason = REASONS[code]
  return reason === undefined ? { isVerbatim: true, message } : ownError(reason)
}

/** Formats the error for the email log. */
export function mailFaultText({ isVerbatim, message }: MailError): string {
  return isVerbatim ? message : `Cannot use the mail server: ${message}.`
}

function ownError(message: string): MailError {
  return { isVerbatim: false, message }
}

const NO_TLS = 'could not establish an encrypted connection'

const REASONS: Readonly<Record<string, string>> = {
  EABORT: 'it did not accept the email in time',
  ECONNECTION: 'connection closed',
  EDNS: 'its host name could not be resolved',
}
