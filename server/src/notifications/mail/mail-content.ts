import type { MailKind } from '../../core/enums.ts'
import type { MailData } from './mail.ts'

/** The content of an email as plain text, safe for HTML and headers. */
export interface MailContent {
  subject: string
  /** One or more sentences. */
  paragraphs: readonly string[]
  /** Names and values below the paragraphs. */
  facts: readonly (readonly [name: string, value: string])[]
  /** The button; undefined for none. */
  action: { label: string; url: string } | undefined
  /** Why the recipient gets this email. */
  reason: string
}

/** The texts of one language: a function per kind of email, and the surrounding labels. */
export interface MailWords {
  /** HTML language code, such as `en`. */
  language: string
  mails: { [Kind in MailKind]: (data: MailData[Kind], url: string) => MailContent }
  unsubscribe: string
  /** Shown before the URL of the button. */
  orOpen: string
}

/** The sender shown in the header. */
export interface MailLook {
  name: string
  /** Color of the header line and button, as `#rrggbb`. Text on it is black or white. */
  color: string
  /** A URL of this service; undefined without a logo. */
  logoUrl: string | undefined
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}
