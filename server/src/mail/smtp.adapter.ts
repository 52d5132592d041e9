import { limits, type MailSettings } from '../platform/config.ts'
import { connectionFault } from '../platform/connection-fault.rule.ts'
import { lazily } from '../platform/lazily.ts'
import type { SmtpServer } from '../platform/smtp-url.rule.ts'
import { keepable } from '../platform/stored-text.rule.ts'
import type { Mailer, MailReply, OutgoingMail } from './mail.ts'

/** Loaded with the first mail: most processes send none, and none at their start. */
const nodemailer = lazily(() => import('nodemailer'))

/**
 * Takes mails to the mail server of the operator, each by a connection of its own, so that one which goes silent holds up
 * its own mail alone.
 */
export function createSmtpMailer({ from, server }: MailSettings & { server: SmtpServer }): Mailer {
  return {
    async send(mail, signal) {
      const attempt = new AbortController()
      const end = () => attempt.abort()
      const patience = setTimeout(end, limits.mailAttemptMs)
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      try {
        const transport = (await nodemailer()).createTransport(transportOf(server))
        await transport.sendMail({ ...messageOf(mail, from), signal: attempt.signal })
        return { kind: 'accepted' }
      } catch (error) {
        return replyOf(error, server)
      } finally {
        clearTimeout(patience)
        signal.removeEventListener('abort', end)
      }
    },
  }
}

/** Connects, greets and signs in, and sends nothing. @returns why it cannot be used; undefined when it can */
export async function tryMailServer(server: SmtpServer): Promise<string | undefined> {
  const transport = (await nodemailer()).createTransport(transportOf(server))
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const reply = replyOf(error, server)
    return reply.kind === 'accepted' ? undefined : reply.words
  } finally {
    transport.close()
  }
}

function transportOf({ host, port, isSecure, demandsTls, login }: SmtpServer) {
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: demandsTls,
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: limits.mailConnectMs,
    dnsTimeout: limits.mailConnectMs,
    greetingTimeout: limits.mailGreetingMs,
    socketTimeout: limits.mailSilenceMs,
    logger: false,
    ...NOTHING_READ,
  } as const
}

/** A mail is what stands in it: nothing of it is read from a file or an address. */
const NOTHING_READ = { disableFileAccess: true, disableUrlAccess: true } as const

function messageOf(
  { messageId, to, subject, html, text, unsubscribeUrl, replyTo }: OutgoingMail,
  from: MailSettings['from'],
) {
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    messageId,
    subject,
    text,
    html,
    headers: {
      // Nobody's holiday notice answers it.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    ...NOTHING_READ,
  }
}

/** What the server said; where it said nothing, what became of the way there. */
function replyOf(error: unknown, { login }: SmtpServer): MailReply {
  const told = error instanceof Error ? error : new Error('the mail could not be sent')
  const { command, responseCode } = told as Error & Told
  const words = hide(wordsOf(told), login)
  if (typeof responseCode === 'number') {
    return { kind: 'refused', code: responseCode, command: command ?? '', words }
  }
  return { kind: 'unreachable', words }
}

function wordsOf({ message, response, code = '', originalCode = code }: Error & Told): string {
  // It answered to a word that is ours, and what it answered is of no use alone.
  if (code === 'ETLS') return response === undefined ? `${NO_TLS}.` : `${NO_TLS}: ${response}`
  if (response !== undefined) return response
  const fault = connectionFault(originalCode)
  if (fault !== undefined) return `The mail server cannot be used: ${fault} (${originalCode}).`
  return REASONS[code] ?? message
}

/** What nodemailer adds to its errors. */
interface Told {
  code?: string
  /** Of the system, where `code` is nodemailer's own word for it. */
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

const NO_TLS = 'No encrypted connection to the mail server came about'

const REASONS: Readonly<Record<string, string>> = {
  EABORT: 'The mail server did not take the mail in time.',
  ECONNECTION: 'The mail server closed the connection.',
  EDNS: 'The name of the mail server could not be looked up.',
}

/** On one line, and without the password, should a server repeat it: as it is, or as it was sent to sign in. */
function hide(words: string, login: SmtpServer['login']): string {
  const hidden = secretsOf(login).reduce((text, secret) => text.replaceAll(secret, '…'), words)
  return keepable(hidden.replace(/[\p{Cc}\s]+/gu, ' ').trim(), limits.mailErrorChars)
}

function secretsOf(login: SmtpServer['login']): string[] {
  if (login === undefined) return []
  const { user, password } = login
  const sent = [`\0${user}\0${password}`, password].map((text) => Buffer.from(text).toString('base64'))
  return [...sent, password]
}
