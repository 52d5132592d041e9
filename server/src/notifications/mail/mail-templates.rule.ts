import { type Language, MAIL_KINDS, type MailKind, OPTIONAL_MAILS } from '../../core/enums.ts'
import { cleanName } from '../../core/text/mail-address.rule.ts'
import { DEFAULT_COLOR } from '../../core/text/text-color.rule.ts'
import type { MailData } from './mail.ts'
import { isForPartner } from './mail-audience.rule.ts'
import type { MailContent, MailStyle, RenderedMail } from './mail-content.ts'
import { createDigest } from './mail-digest.rule.ts'
import { MAIL_MESSAGES, type Reader } from './mail-messages.rule.ts'
import { renderMail } from './render-mail.rule.ts'

/** An email to be rendered. `secret` is decrypted. */
export interface MailInput {
  kind: MailKind
  /** Language of a partner or applicant. Emails to workspace members are in English. */
  language: Language
  data: Record<string, unknown>
  secret: string | undefined
  /** The sender's name. An email about a program shows the program's name. */
  senderName: string
  publicUrl: string
  unsubscribeUrl: string | undefined
  /** The branding of the email's program. */
  brand?: { color: string; logoPath: string | undefined; slug: string | null } | undefined
}

/** Renders an email of any kind from its stored data. */
export function composeMail(mail: MailInput): RenderedMail {
  const { kind, data, secret, senderName, publicUrl, unsubscribeUrl, brand } = mail
  const name = typeof data.programName === 'string' ? data.programName : senderName
  const style: MailStyle = {
    name: cleanName(name),
    color: brand?.color ?? DEFAULT_COLOR,
    logoUrl: brand?.logoPath === undefined ? undefined : `${publicUrl}${brand.logoPath}`,
  }
  // safe because `NewMail` ties the data to its kind where the row is written
  const write = MAIL_MESSAGES[kind] as (data: unknown, to: Reader) => MailContent
  const language = isForPartner(kind) ? mail.language : 'en'
  const url = buttonUrl(kind, data, { secret, publicUrl, slug: brand?.slug ?? null })
  const content = write(data, { language, url: url ?? '' })
  const action = url === undefined ? undefined : content.action
  return renderMail({ ...content, action }, { look: style, language, unsubscribeUrl })
}

/** Returns the URL of the button; undefined if there is none. */
function buttonUrl(
  kind: MailKind,
  data: Record<string, unknown>,
  { secret, publicUrl, slug }: { secret: string | undefined; publicUrl: string; slug: string | null },
): string | undefined {
  // The sign-in page that a signed-out partner is sent to keeps the program's brand.
  const portalPage = (page: string, query: Record<string, string> = {}) => {
    const all = new URLSearchParams({ ...query, ...(slug !== null && { program: slug }) })
    return `${publicUrl}/partner/programs/${data.programId}${page}${all.size === 0 ? '' : `?${all}`}`
  }
  // The program may have removed its join page in the meantime.
  const joinPage = () => (data.slug === '' ? undefined : `${publicUrl}/join/${data.slug}`)
  switch (kind) {
    case 'invitation':
      return `${publicUrl}/invitations/${secret ?? ''}`
    case 'password_reset':
      // The secret is the whole link.
      return secret ?? ''
    case 'partner_sign_in':
      if (data.waiting !== undefined) return undefined
      // The token is in the fragment, which servers, proxies and logs never see.
      return `${publicUrl}/partner/sign-in${typeof data.page === 'string' ? `?next=${encodeURIComponent(data.page)}` : ''}#${secret ?? ''}`
    case 'webhook_disabled':
      return `${publicUrl}/programs/${data.programId}/webhooks`
    case 'invoice_issued':
      return `${publicUrl}/programs/${data.programId}/invoices`
    case 'new_application':
      return `${publicUrl}/programs/${data.programId}/applications?open=${data.applicationId}`
    case 'application_received':
      if (data.earlier === 'approved') return portalPage('')
      return joinPage()
    case 'application_rejected':
      return joinPage()
    case 'partner_account_closed':
      return `${publicUrl}/partner`
    case 'payout_details_changed':
    case 'payout_details_requested':
      return portalPage('/payout-details')
    case 'partner_passkey_changed':
      return `${publicUrl}/partner/profile`
    case 'application_question':
      return `${publicUrl}/join/${data.slug}/answer?token=${secret ?? ''}`
    case 'partner_invitation':
      return `${publicUrl}/join/${data.slug}?invitation=${secret ?? ''}`
    case 'application_approved':
    case 'partner_first_click':
      return portalPage('')
    case 'claim_decided':
      return portalPage('/earnings', { missing: 'sale' })
    case 'partner_sale':
    case 'partner_reversal':
      return portalPage('/earnings')
    case 'payout_made':
      return portalPage(data.lacksDetails === true ? '/payout-details' : '/payouts')
    case 'payout_paid':
    case 'partner_statement':
      return portalPage('/payouts')
  }
}

const PROGRAM_DATA = { programId: 1, programName: 'Acme partners', slug: 'acme' }

const SAMPLE_TIME = '2026-03-10T12:00:00.000Z'
const PAYOUT = { payoutId: 12, amountCents: '123456', currency: 'EUR' } as const

/** Sample data for previews. */
const SAMPLES: MailData = {
  payout_details_changed: {
    programId: 1,
    programName: 'Acme partners',
    change: 'changed',
    method: 'bank_iban',
    account: 'DE•• •••• 3000',
    at: '2026-03-10T12:00:00.000Z',
    usableAt: '2026-03-13T12:00:00.000Z',
  },
  payout_details_requested: PROGRAM_DATA,
  partner_passkey_changed: { change: 'added', name: 'My phone', device: 'Safari, iPhone', at: SAMPLE_TIME },
  partner_account_closed: { at: SAMPLE_TIME, isOwed: true },
  invitation: {
    workspaceName: 'Acme',
    inviterName: 'Robin Example',
    role: 'member',
    expiresAt: '2026-03-17T12:00:00.000Z',
  },
  password_reset: { minutes: 60 },
  partner_sign_in: { minutes: 15 },
  webhook_disabled: {
    programId: 1,
    programName: 'Acme partners',
    host: 'hooks.acme.example',
    reason: 'It returned 410 Gone.',
    at: '2026-03-10T12:00:00.000Z',
  },
  invoice_issued: {
    programId: 1,
    programName: 'Acme partners',
    number: '1-0001',
    month: '2026-02',
    totalUsdCents: '123456',
    currency: 'USD',
  },
  new_application: {
    programId: 1,
    programName: 'Acme partners',
    applicationId: 1,
    name: 'Ada Example',
    email: 'ada@blog.example',
    website: 'https://blog.example',
    waits: true,
  },
  application_received: PROGRAM_DATA,
  application_approved: {
    ...PROGRAM_DATA,
    link: 'https://acme.example/?aff=ada',
    earns: {
      policies: [
        {
          product_id: null,
          type: 'percent',
          rate_bps: 2000,
          amount_cents: null,
          currency: null,
          duration: 'months',
          duration_months: 12,
          commission_base: 'amount',
        },
      ],
      perLead: null,
    },
  },
  application_rejected: { ...PROGRAM_DATA, reason: 'For now, we only work with shops in our own country.' },
  application_question: {
    ...PROGRAM_DATA,
    question: 'How many people read your newsletter?',
    expiresAt: '2026-03-24T12:00:00.000Z',
  },
  partner_invitation: {
    ...PROGRAM_DATA,
    inviterName: 'Robin Example',
    expiresAt: '2026-04-09T12:00:00.000Z',
  },
  payout_made: { ...PROGRAM_DATA, ...PAYOUT, reference: null, lacksDetails: false },
  payout_paid: { ...PROGRAM_DATA, ...PAYOUT, reference: 'SEPA 2026-03-10' },
  partner_statement: {
    ...PROGRAM_DATA,
    month: '2026-02',
    lacksDetails: false,
    sums: [
      {
        currency: 'EUR',
        earnedCents: '123456',
        reversedCents: '980',
        paidCents: '100000',
        closingCents: '22476',
        heldCents: '12000',
      },
    ],
  },
  partner_first_click: PROGRAM_DATA,
  partner_sale: {
    ...PROGRAM_DATA,
    timeZone: 'UTC',
    asOf: '2026-03-10T12:15:00.000Z',
    ...createDigest(
      [
        {
          commissionId: 1,
          what: 'sale',
          amountCents: 980,
          currency: 'EUR',
          at: SAMPLE_TIME,
          earning: { status: 'pending', heldUntil: '2026-04-09T12:00:00.000Z' },
        },
        {
          commissionId: 2,
          what: 'lead',
          amountCents: 200,
          currency: 'EUR',
          at: SAMPLE_TIME,
          earning: { status: 'approved', heldUntil: null },
        },
      ],
      2,
    ),
  },
  claim_decided: {
    ...PROGRAM_DATA,
    claimId: 1,
    decision: 'rejected',
    claimedAt: SAMPLE_TIME,
    claim: {
      transaction_id: 'A-4711',
      day: null,
      message: 'The customer came through one of our ads, after your link had expired.',
    },
  },
  partner_reversal: {
    ...PROGRAM_DATA,
    ...createDigest([{ amountCents: 980, currency: 'EUR', at: SAMPLE_TIME, why: 'refunded' }], 1),
  },
}

/** Returns every email with sample data and links that don't work. */
export function previewMails(senderName: string): ({ kind: MailKind } & RenderedMail)[] {
  const publicUrl = 'https://partners.example'
  return MAIL_KINDS.map((kind) => ({
    kind,
    ...composeMail({
      kind,
      language: 'en',
      data: { ...SAMPLES[kind] },
      secret: kind === 'password_reset' ? `${publicUrl}/reset-password#sample` : 'sample',
      senderName,
      publicUrl,
      unsubscribeUrl: OPTIONAL_MAILS.some((one) => one === kind)
        ? `${publicUrl}/mail/unsubscribe#sample`
        : undefined,
    }),
  }))
}
