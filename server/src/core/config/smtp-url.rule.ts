/** The mail server configured by `SMTP_URL`. */
export interface SmtpServer {
  host: string
  port: number
  /** Whether TLS starts with the first byte (`smtps://`). Otherwise STARTTLS is used. */
  isSecure: boolean
  /** Whether a server without STARTTLS is rejected. */
  requiresTls: boolean
  login: { user: string; password: string } | undefined
}

const SUBMISSION_PORT = 587
const SUBMISSIONS_PORT = 465

/**
 * Parses `smtp://user:password@host:587` or `smtps://user:password@host:465`. Credentials require TLS, except on this
 * machine. Parameters are rejected, so that none can disable a check.
 */
export function parseSmtpUrl(text: string): SmtpServer | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSecure = url?.protocol === 'smtps:'
  if (url === undefined || (!isSecure && url.protocol !== 'smtp:') || url.hostname === '') {
    return { fault: 'must be smtp://user:password@host:587, or smtps:// for TLS from the start' }
  }
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname)) {
    return { fault: 'must end after the port, without a path or parameters' }
  }
  const login = readLogin(url)
  if (login === 'unreadable') {
    return {
      fault: 'has an unreadable user or password: percent-encode @ : / and % in both',
    }
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? (isSecure ? SUBMISSIONS_PORT : SUBMISSION_PORT) : Number(url.port)
  return { host, port, isSecure, requiresTls: !isSecure && login !== undefined && !isLoopback(host), login }
}

function readLogin({ username, password }: URL): SmtpServer['login'] | 'unreadable' {
  if (username === '' && password === '') return undefined
  if (username === '' || password === '') return 'unreadable'
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'unreadable'
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
