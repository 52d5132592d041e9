import { connectionFault, faultCode } from '../../core/http/connection-fault.rule.ts'

/** An error of nodemailer. */
export interface MailFailure extends Error {
  code?: string
  /** Of the system, where `code` is nodemailer's own word for it. */
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

/** Why a mail server did not take a mail, in its own words or as a clause of ours that follows a colon. */
export interface MailFault {
  isSaid: boolean
  words: string
}

export function mailFault(failure: MailFailure): MailFault {
  const { message, response, code = '', originalCode = code } = failure
  // It answered to a word that is ours, and what it answered is of no use alone.
  if (code === 'ETLS') return ours(response === undefined ? NO_TLS : `${NO_TLS}: ${response}`)
  if (response !== undefined) {
    return /^\d{3}/.test(response)
      ? { isSaid: true, words: response }
      : ours(`what answers is no mail server, it said: ${response}`)
  }
  const known = faultCode({ code: originalCode, message })
  const fault = connectionFault(known)
  if (fault !== undefined) return ours(`${fault} (${known})`)
  const reason = REASONS[code]
  return reason === undefined ? { isSaid: true, words: message } : ours(reason)
}

/** What the log of mails keeps. */
export function mailFaultWords({ isSaid, words }: MailFault): string {
  return isSaid ? words : `The mail server cannot be used: ${words}.`
}

function ours(words: string): MailFault {
  return { isSaid: false, words }
}

const NO_TLS = 'no encrypted connection came about'

const REASONS: Readonly<Record<string, string>> = {
  EABORT: 'it did not take the mail in time',
  ECONNECTION: 'connection closed',
  EDNS: 'its name could not be looked up',
}
