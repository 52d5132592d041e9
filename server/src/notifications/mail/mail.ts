import type {
  CommissionKind,
  MailKind,
  MailState,
  MemberRole,
  OptionalMail,
  PayoutMethod,
  ReversalReason,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** What the text of each kind of mail is made of. Of customers nothing ever stands in one. */
export interface MailData {
  invitation: { workspaceName: string; inviterName: string; role: MemberRole; expiresAt: string }
  password_reset: { minutes: number }
  partner_sign_in: { minutes: number }
  webhook_disabled: { programId: number; programName: string; host: string; reason: string; at: string }
  invoice_issued: {
    programId: number
    programName: string
    number: string
    month: string
    totalUsdCents: string
    currency: 'USD'
  }
  new_application: {
    programId: number
    programName: string
    applicationId: number
    name: string
    email: string
    /** For the team; else the program is open, and it was approved at once. */
    waits: boolean
  }
  claim_decided: {
    programId: number
    programName: string
    decision: 'accepted' | 'rejected'
    claimedAt: string
  }
  application_received: { programId: number; programName: string; slug: string }
  application_approved: { programId: number; programName: string }
  /** Why, where the team wrote it. */
  application_rejected: { programId: number; programName: string; slug: string; reason: string | null }
  application_question: {
    programId: number
    programName: string
    slug: string
    question: string
    expiresAt: string
  }
  payout_details_changed: {
    programId: number
    programName: string
    method: PayoutMethod
    /** Masked. */
    account: string
    at: string
    usableAt: string
  }
  partner_invitation: {
    programId: number
    programName: string
    slug: string
    inviterName: string
    expiresAt: string
  }
  payout_made: PayoutNotice
  payout_paid: PayoutNotice
  partner_statement: {
    programId: number
    programName: string
    month: string
    sums: readonly {
      currency: Currency
      earnedCents: string
      reversedCents: string
      paidCents: string
      closingCents: string
    }[]
  }
  partner_first_click: { programId: number; programName: string }
  /** `timeZone` of the program, in which it is due on a day; in a mail that was written before it was kept, none. */
  partner_sale: { programId: number; programName: string; timeZone?: string } & MailDigest<SaleLine>
  /** `name` is his own word for it. */
  partner_passkey_changed: { change: 'added' | 'removed'; name: string; device: string; at: string }
  partner_account_closed: { at: string; isOwed: boolean }
  partner_reversal: { programId: number; programName: string } & MailDigest<ReversalLine>
}

/** An amount of one currency; a sum in digits. */
export interface MailSum {
  currency: Currency
  amountCents: string
}

/** Several things that are told in one mail. */
export interface MailDigest<Line> {
  /** The first of them. */
  lines: readonly Line[]
  /** What stands in no line. */
  rest: { count: number; sums: readonly MailSum[] }
  count: number
  /** Of all. */
  sums: readonly MailSum[]
}

export interface SaleLine {
  what: CommissionKind
  amountCents: number
  currency: Currency
  at: string
  dueAt: string
}

export interface ReversalLine {
  amountCents: number
  currency: Currency
  at: string
  why: ReversalReason
}

interface PayoutNotice {
  programId: number
  programName: string
  payoutId: number
  amountCents: string
  currency: Currency
  /** Of the payment, where the team gave one. */
  reference: string | null
}

/** What a mail is written down as; `data` goes with its `kind`. */
export type NewMail = {
  [Kind in MailKind]: {
    kind: Kind
    /** What happened, by a name of its own. With the recipient it is the key of the mail. */
    cause: string
    recipient: string
    workspaceId: string | null
    programId: number | null
    data: MailData[Kind]
    /** What must not lie in the database as it is. */
    secret?: string
    expiresAt: Date
  }
}[MailKind]

/** What becomes of a mail that was looked at: sent, tried again, given up, or not to be sent at all. */
export type MailOutcome =
  | { state: 'sent'; at: Date }
  | { state: 'pending'; next_attempt_at: Date; code: number | undefined; error: string }
  | { state: 'failed'; code: number | undefined; error: string }
  | { state: 'withdrawn'; error: string }

/** What a mail server said, or that it said nothing. */
export type MailReply =
  | { kind: 'accepted' }
  /** `command` is what it answered to. */
  | { kind: 'refused'; code: number; command: string; words: string }
  | { kind: 'unreachable'; words: string }

/** A mail as it goes out. */
export interface OutgoingMail {
  messageId: string
  to: string
  subject: string
  html: string
  text: string
  /** Where one call ends mails of its kind; undefined for those that nobody can do without. */
  unsubscribeUrl: string | undefined
  /** Who gets the answers; undefined: who it is from. */
  replyTo?: string | undefined
}

/** Takes mails to their server. */
export interface Mailer {
  /** Answers in a limited time, whatever the server does; never throws. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailReply>
}

/** What the numbers tell of mails: what became of each attempt. */
export type MailTally = MailState | 'retried' | 'limited' | 'lost'

/** Mails of one kind, about one program, to one address. */
export interface Subscription {
  programId: number
  recipient: string
  kind: OptionalMail
}

/** A mail that would have gone out. */
export interface ShownMail extends OutgoingMail {
  at: Date
}

/** Where mails go in development: nowhere but the log and a page. What a process has in memory is all there is of it. */
export interface DevelopmentMailbox extends Mailer {
  /** The newest first. */
  list(): readonly ShownMail[]
}
