import type {
  ApplicationStatus,
  CommissionKind,
  CommissionStatus,
  Language,
  MailKind,
  MailState,
  MemberRole,
  OpenApplicationStatus,
  OptionalMail,
  PayoutMethod,
  ReversalReason,
} from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'

/** The data of each kind of email. Never contains customer data. */
export interface MailData {
  invitation: { workspaceName: string; inviterName: string; role: MemberRole; expiresAt: string }
  password_reset: { minutes: number }
  /** `page` is the portal page that the link leads to, as a path below `/partner`. */
  partner_sign_in: {
    minutes: number
    page?: string
    /** Read when the email is sent: open applications from an address without an account, which gets no link. */
    waiting?: readonly WaitingApplication[]
  }
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
    /** Null if the applicant entered none. */
    website: string | null
    /** True if the team has to review the application. Otherwise it was approved automatically. */
    waits: boolean
  }
  claim_decided: {
    programId: number
    programName: string
    claimId: number
    decision: 'approved' | 'rejected'
    claimedAt: string
    /** Read when the email is sent, never stored: erasing the customer erases it. */
    claim?: DecidedClaim
  }
  /** `earlier` is the status of an earlier application with this address, if there is one. */
  application_received: { programId: number; programName: string; slug: string; earlier?: ApplicationStatus }
  /** `link` is the URL of the partner's first link; null if the program has no page. */
  application_approved: {
    programId: number
    programName: string
    link: string | null
    earns: EarnedTerms
  }
  /** `reason` is the team's reason, if given. */
  application_rejected: { programId: number; programName: string; slug: string; reason: string | null }
  application_question: {
    programId: number
    programName: string
    slug: string
    question: string
    expiresAt: string
  }
  /** `withdrawn` shows the details that will not be used. */
  payout_details_changed: {
    programId: number
    programName: string
    change: 'added' | 'changed' | 'withdrawn'
    method: PayoutMethod
    /** Masked; null if it can’t be decrypted. */
    account: string | null
    at: string
    usableAt: string
  }
  payout_details_requested: { programId: number; programName: string }
  partner_invitation: {
    programId: number
    programName: string
    slug: string
    inviterName: string
    expiresAt: string
  }
  /** `lacksDetails`: whether the partner has no payout details, in which case the payout can't be sent. */
  payout_made: PayoutNotice & { lacksDetails: boolean }
  payout_paid: PayoutNotice
  partner_statement: {
    programId: number
    programName: string
    month: string
    /** Whether a balance is due and the partner has no payout details. */
    lacksDetails: boolean
    sums: readonly {
      currency: Currency
      earnedCents: string
      reversedCents: string
      paidCents: string
      closingCents: string
      heldCents: string
    }[]
  }
  partner_first_click: { programId: number; programName: string }
  /** `timeZone` is the program's, for due dates. The amounts are before refunds. */
  partner_sale: {
    programId: number
    programName: string
    timeZone: string
    /** When the states of the lines were read. */
    asOf?: string
  } & MailDigest<SaleLine>
  /** `name` is the partner's name for the passkey. */
  partner_passkey_changed: { change: 'added' | 'removed'; name: string; device: string; at: string }
  partner_account_closed: { at: string; isOwed: boolean }
  partner_reversal: { programId: number; programName: string } & MailDigest<ReversalLine>
}

/** An amount in one currency, as a string. */
export interface MailSum {
  currency: Currency
  amountCents: string
}

/** Several items in one email. */
export interface MailDigest<Line> {
  /** The first items. */
  lines: readonly Line[]
  /** The sum of the remaining items. */
  rest: { count: number; sums: readonly MailSum[] }
  count: number
  /** The total. */
  sums: readonly MailSum[]
}

export interface SaleLine {
  commissionId: number
  what: CommissionKind
  amountCents: number
  currency: Currency
  at: string
  /** Read when the email is sent, because a payout may have been made since it was queued. */
  earning?: SentEarning
}

/** The state of a commission when its email is sent. */
export interface SentEarning {
  status: CommissionStatus
  /** Null if the hold period has ended, or if the commission is held for another reason. */
  heldUntil: string | null
}

export interface ReversalLine {
  amountCents: number
  currency: Currency
  at: string
  why: ReversalReason
}

/** What a partner earns, as policies instead of sentences, because the language is chosen when the email is sent. */
export interface EarnedTerms {
  policies: readonly Pick<
    CommissionPolicy,
    | 'product_id'
    | 'type'
    | 'rate_bps'
    | 'amount_cents'
    | 'currency'
    | 'duration'
    | 'duration_months'
    | 'commission_base'
  >[]
  perLead: { amountCents: number; currency: Currency } | null
}

/** A pending application. */
export interface WaitingApplication {
  programName: string
  status: OpenApplicationStatus
}

/** The claimed order or day, and the reply to the partner. */
export interface DecidedClaim {
  transaction_id: string | null
  /** YYYY-MM-DD. */
  day: string | null
  message: string | null
}

interface PayoutNotice {
  programId: number
  programName: string
  payoutId: number
  amountCents: string
  currency: Currency
  /** The payment reference, if the team entered one. */
  reference: string | null
}

/** An email to be stored; `data` depends on `kind`. */
export type NewMail = {
  [Kind in MailKind]: {
    kind: Kind
    /** A unique name for the event. Together with the recipient, it identifies the email. */
    cause: string
    recipient: string
    workspaceId: string | null
    programId: number | null
    data: MailData[Kind]
    /** Used unless the recipient has selected another language. */
    language?: Language
    /** A token for a link, stored encrypted. */
    secret?: string
    expiresAt: Date
  }
}[MailKind]

/** The result of processing an email: sent, retried, failed or withdrawn. */
export type MailOutcome =
  | { state: 'sent'; at: Date }
  | { state: 'pending'; next_attempt_at: Date; code: number | undefined; error: string }
  | { state: 'failed'; code: number | undefined; error: string }
  | { state: 'withdrawn'; error: string }

/** The mail server's response, or the reason there was none. */
export type MailReply =
  | { kind: 'accepted' }
  /** `command` is the SMTP command it responded to. */
  | { kind: 'rejected'; code: number; command: string; message: string }
  | { kind: 'unreachable'; message: string }

/** A rendered email. */
export interface OutgoingMail {
  messageId: string
  to: string
  subject: string
  html: string
  text: string
  /** One-click unsubscribe URL; undefined for emails that can't be turned off. */
  unsubscribeUrl: string | undefined
  /** The reply address; defaults to the sender. */
  replyTo?: string | undefined
}

/** Delivers emails to the mail server. */
export interface Mailer {
  /** Resolves within a time limit and never throws. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailReply>
}

/** Counts email attempts by result, for metrics. */
export type MailResult = MailState | 'retried' | 'limited' | 'lost'

/** Emails of one kind about one program to one address. */
export interface Subscription {
  programId: number
  recipient: string
  kind: OptionalMail
}

/** An email that is shown instead of sent in development. */
export interface MailView extends OutgoingMail {
  at: Date
}

/** Collects emails in development instead of sending them. It only keeps them in memory. */
export interface DevelopmentMailbox extends Mailer {
  /** Returns the emails, newest first. */
  list(): readonly MailView[]
}
