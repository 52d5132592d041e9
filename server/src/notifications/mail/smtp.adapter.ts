import { lazily } from '../../core/async/lazy.ts'
import type { MailSettings } from '../../core/config/config.ts'
import type { SmtpServer } from '../../core/config/smtp-url.rule.ts'
import { toStorableText } from '../../core/text/stored-text.rule.ts'
import { mailLimits } from './limits.ts'
import type { Mailer, MailReply, OutgoingMail } from './mail.ts'
import { type MailError, type MailFailure, mailError, mailFaultText } from './mail-fault.rule.ts'

/** Loaded with the first email, so that startup stays fast. */
const nodemailer = lazily(() => import('nodemailer'))

/**
 * Creates the mailer that sends emails over SMTP, each on its own connection, so that a hanging one doesn't delay the
 * others.
 */
export function createSmtpMailer({ from, server }: MailSettings & { server: SmtpServer }): Mailer {
  return {
    async send(mail, signal) {
      const attempt = new AbortController()
      const end = () => attempt.abort()
      const timer = setTimeout(end, mailLimits.mailAttemptMs)
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      try {
        const transport = (await nodemailer()).createTransport(createTransportOptions(server))
        await transport.sendMail({ ...toMessage(mail, from), signal: attempt.signal })
        return { kind: 'accepted' }
      } catch (error) {
        return toMailReply(error, server)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
      }
    },
  }
}

/**
 * Tests the connection and login without sending.
 * @returns the reason if the server can't be used, otherwise undefined
 */
export async function checkMailConnection(server: SmtpServer): Promise<MailError | undefined> {
  const transport = (await nodemailer()).createTransport(createTransportOptions(server))
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { isVerbatim, message } = mailError(toMailFailure(error))
    return { isVerbatim, message: hide(message, server.login) }
  } finally {
    transport.close()
  }
}

function createTransportOptions({ host, port, isSecure, requiresTls, login }: SmtpServer) {
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: requiresTls,
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: mailLimits.mailConnectMs,
    dnsTimeout: mailLimits.mailConnectMs,
    greetingTimeout: mailLimits.mailGreetingMs,
    socketTimeout: mailLimits.mailSilenceMs,
    logger: false,
    ...NO_FILE_ACCESS,
  } as const
}

/** Disables reading content from files or URLs. */
const NO_FILE_ACCESS = { disableFileAccess: true, disableUrlAccess: true } as const

function toMessage(
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
      // Suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    ...NO_FILE_ACCESS,
  }
}

/** Returns the server's response, or the connection error. */
function toMailReply(error: unknown, { login }: SmtpServer): MailReply {
  const failure = toMailFailure(error)
  const { command, responseCode } = failure
  const text = hide(mailFaultText(mailError(failure)), login)
  if (typeof responseCode === 'number') {
    return { kind: 'rejected', code: responseCode, command: command ?? '', message: text }
  }
  return { kind: 'unreachable', message: text }
}

/** Normalizes any value that nodemailer throws. */
function toMailFailure(error: unknown): MailFailure {
  return error instanceof Error ? error : new Error('the email could not be sent')
}

/** Converts a response to one line and removes the password, plain or encoded, in case the server repeats it. */
function hide(line: string, login: SmtpServer['login']): string {
  const hidden = listSecrets(login).reduce((text, secret) => text.replaceAll(secret, '…'), line)
  return toStorableText(hidden.replace(/[\p{Cc}\s]+/gu, ' ').trim(), mailLimits.maxMailErrorLength)
}

function listSecrets(login: SmtpServer['login']): string[] {
  if (login === undefined) return []
  const { user, password } = login
  const credentials = [`\0${user}\0${password}`, password].map((text) => Buffer.from(text).toString('base64'))
  return [...credentials, password]
}
