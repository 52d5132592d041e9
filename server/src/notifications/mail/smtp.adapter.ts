import { lazily } from '../../core/async/lazy.ts'
import type { MailSettings } from '../../core/config/config.ts'
import type { SmtpServer } from '../../core/config/smtp-url.rule.ts'
import { keepable } from '../../core/text/stored-text.rule.ts'
import { mailLimits } from './limits.ts'
import type { Mailer, MailReply, OutgoingMail } from './mail.ts'
import { type MailFailure, type MailFault, mailFault, mailFaultWords } from './mail-fault.rule.ts'

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
      const patience = setTimeout(end, mailLimits.mailAttemptMs)
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
export async function tryMailServer(server: SmtpServer): Promise<MailFault | undefined> {
  const transport = (await nodemailer()).createTransport(transportOf(server))
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { isSaid, words } = mailFault(failureOf(error))
    return { isSaid, words: hide(words, server.login) }
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
    connectionTimeout: mailLimits.mailConnectMs,
    dnsTimeout: mailLimits.mailConnectMs,
    greetingTimeout: mailLimits.mailGreetingMs,
    socketTimeout: mailLimits.mailSilenceMs,
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
  const failure = failureOf(error)
  const { command, responseCode } = failure
  const words = hide(mailFaultWords(mailFault(failure)), login)
  if (typeof responseCode === 'number') {
    return { kind: 'refused', code: responseCode, command: command ?? '', words }
  }
  return { kind: 'unreachable', words }
}

/** Of whatever nodemailer throws. */
function failureOf(error: unknown): MailFailure {
  return error instanceof Error ? error : new Error('the mail could not be sent')
}

/** On one line, and without the password, should a server repeat it: as it is, or as it was sent to sign in. */
function hide(words: string, login: SmtpServer['login']): string {
  const hidden = secretsOf(login).reduce((text, secret) => text.replaceAll(secret, '…'), words)
  return keepable(hidden.replace(/[\p{Cc}\s]+/gu, ' ').trim(), mailLimits.mailErrorChars)
}

function secretsOf(login: SmtpServer['login']): string[] {
  if (login === undefined) return []
  const { user, password } = login
  const sent = [`\0${user}\0${password}`, password].map((text) => Buffer.from(text).toString('base64'))
  return [...sent, password]
}
