/** The content of an email as plain text, which is safe for HTML and headers. */
export interface MailContent {
  subject: string
  /** One or more sentences. */
  paragraphs: readonly string[]
  /** Names and values below the paragraphs. */
  facts: readonly (readonly [name: string, value: string])[]
  /** The button; undefined if there is none. */
  action: { label: string; url: string } | undefined
  /** Why the recipient gets this email. */
  reason: string
}

/** The sender's branding, shown in the header. */
export interface MailStyle {
  name: string
  /** Color of the header line and button, as `#rrggbb`. Text on it is black or white. */
  color: string
  /** A URL of this service; undefined if there is no logo. */
  logoUrl: string | undefined
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}
