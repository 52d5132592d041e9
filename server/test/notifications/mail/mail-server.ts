import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'
import type { MailSettings } from '../../../src/core/config/config.ts'
import type { SmtpServer } from '../../../src/core/config/smtp-url.rule.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The raw message. */
  raw: string
  /** The unfolded headers by lowercase name. */
  headers: Record<string, string>
  /** The decoded body. */
  text: string
}

/** A mail server's response. */
export type MailServerReply =
  | { at: 'accept' }
  /** Before the greeting, to the recipient, or after the message. */
  | { at: 'connect' | 'recipient' | 'data'; code: number }
  /** Accepts the connection or the message, then stays silent. */
  | { at: 'silent_at_connect' | 'silent_at_data' }

const FROM = { name: 'Acme Partners', address: 'partners@acme.test' }

/** A real mail server on 127.0.0.1 that records emails and responds as configured. It is closed after the test. */
export async function startMailServer(
  options: Pick<SMTPServerOptions, 'onAuth' | 'authMethods' | 'disabledCommands'> = {},
) {
  const received: ReceivedMail[] = []
  let reply: (to: string) => MailServerReply = () => ({ at: 'accept' })
  const server = new SMTPServer({
    authOptional: true,
    // A self-signed certificate.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 10,
    allowInsecureAuth: true,
    ...options,
    onConnect(_session, done) {
      const { at, ...fields } = reply('')
      if (at === 'silent_at_connect') return
      if (at === 'connect' && 'code' in fields) return done(rejection(fields.code))
      done()
    },
    onRcptTo({ address }, _session, done) {
      const { at, ...how } = reply(address)
      if (at === 'recipient' && 'code' in how) return done(rejection(how.code))
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const { at, ...how } = reply(to[0] ?? '')
        if (at === 'data' && 'code' in how) return done(rejection(how.code))
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
        received.push({ from, to, ...parse(Buffer.concat(chunks).toString('latin1')) })
        if (at !== 'silent_at_data') done()
      })
    },
  })
  server.on('error', () => {}) // a client that was killed
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  const { port } = server.server.address() as AddressInfo // safe because it listens on a port
  return {
    received,
    close,
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: `${FROM.name} <${FROM.address}>` },
    /** The environment variables that configure it. */
    settings: (login?: SmtpServer['login'], requiresTls = false): MailSettings => ({
      from: FROM,
      server: { host: '127.0.0.1', port, isSecure: false, requiresTls, login },
    }),
    /** Sets the response to all emails, or to emails for certain recipients. */
    behave(how: MailServerReply | ((to: string) => MailServerReply)) {
      reply = typeof how === 'function' ? how : () => how
    },
    until: (isEnough: (all: readonly ReceivedMail[]) => boolean, timeout = 30_000) =>
      expect.poll(() => isEnough(received), { timeout, interval: 20 }).toBe(true),
  }
}

function rejection(responseCode: number): Error {
  return Object.assign(new Error(`the server returned ${responseCode}`), { responseCode })
}

/** Parses the parts of MIME that our emails use: headers, and bodies as quoted-printable, base64 or plain text. */
function parse(raw: string): Pick<ReceivedMail, 'raw' | 'headers' | 'text'> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  return { raw, headers: parseHeaders(head), text: bodies(raw).join('\n') }
}

function bodies(part: string): string[] {
  const at = part.indexOf('\r\n\r\n')
  const headers = parseHeaders(part.slice(0, at))
  const body = part.slice(at + 4)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  if (boundary !== undefined) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((innerPart) => bodies(innerPart.replace(/^\r\n/, '')))
  }
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return [Buffer.from(body, 'base64').toString('utf8')]
  if (encoding !== 'quoted-printable') return [body]
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return [Buffer.from(bytes, 'latin1').toString('utf8')]
}

function parseHeaders(head: string): Record<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
}
