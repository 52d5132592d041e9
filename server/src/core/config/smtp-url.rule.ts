/** A mail server, as `SMTP_URL` names it. */
export interface SmtpServer {
  host: string
  port: number
  /** Speaks TLS from the first byte (`smtps://`); otherwise by STARTTLS. */
  isSecure: boolean
  /** Refuses a server that does not go over to TLS. */
  demandsTls: boolean
  login: { user: string; password: string } | undefined
}

const SUBMISSION_PORT = 587
const SUBMISSIONS_PORT = 465

/**
 * Reads `smtp://user:password@host:587` or `smtps://user:password@host:465`. A login goes over TLS alone, but for a server
 * of this machine. Nothing else can be set by it, so that no parameter of an address switches a check off.
 */
export function parseSmtpUrl(text: string): SmtpServer | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSecure = url?.protocol === 'smtps:'
  if (url === undefined || (!isSecure && url.protocol !== 'smtp:') || url.hostname === '') {
    return { fault: 'takes smtp://user:password@host:587, or smtps:// for a server that speaks TLS at once' }
  }
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname)) {
    return { fault: 'ends after the port: it takes no path and no parameters' }
  }
  const login = readLogin(url)
  if (login === 'unreadable') {
    return {
      fault:
        'has a user or a password that cannot be read: write both, with % and two hex digits for @ : / and %',
    }
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? (isSecure ? SUBMISSIONS_PORT : SUBMISSION_PORT) : Number(url.port)
  return { host, port, isSecure, demandsTls: !isSecure && login !== undefined && !isLoopback(host), login }
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
