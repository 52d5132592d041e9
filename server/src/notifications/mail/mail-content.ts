import type { MailKind } from '../../core/enums.ts'
import type { MailData } from './mail.ts'

/** What a mail says, in plain text: nothing of it is HTML, and nothing steers a header. */
export interface MailContent {
  subject: string
  /** A sentence or some. */
  paragraphs: readonly string[]
  /** Names and values, under the paragraphs. */
  facts: readonly (readonly [name: string, value: string])[]
  /** The one thing to do; undefined where there is none. */
  action: { label: string; url: string } | undefined
  /** Why the reader gets it. */
  reason: string
}

/** One language: a function for each kind of mail, and the words around them. */
export interface MailWords {
  /** As HTML names it: `en`. */
  language: string
  mails: { [Kind in MailKind]: (data: MailData[Kind], url: string) => MailContent }
  unsubscribe: string
  /** Before an address that a button leads to. */
  orOpen: string
}

/** Whose mail it is: what stands at its head. */
export interface MailLook {
  name: string
  /** Of the head's line and the button, as `#rrggbb`; text on it is black or white. */
  color: string
  /** An address of this service; undefined where nobody chose a logo. */
  logoUrl: string | undefined
}

export interface RenderedMail {
  subject: string
  html: string
  text: string
}
