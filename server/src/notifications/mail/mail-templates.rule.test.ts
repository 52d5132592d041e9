import { expect, it } from 'vitest'
import { LANGUAGES, type Language, MAIL_KINDS } from '../../core/enums.ts'
import type { MailData } from './mail.ts'
import { isForPartner } from './mail-audience.rule.ts'
import { createDigest } from './mail-digest.rule.ts'
import { composeMail, previewMails } from './mail-templates.rule.ts'

const HOSTILE = `<img src=x onerror="alert(1)">' & Co\r\nBcc: eve@evil.example\u202e`

const PAYOUT = {
  programId: 7,
  programName: HOSTILE,
  payoutId: 12,
  amountCents: '123456',
  currency: 'EUR',
} as const

const PERCENT = {
  product_id: null,
  type: 'percent',
  rate_bps: 2000,
  amount_cents: null,
  currency: null,
  duration: 'lifetime',
  duration_months: null,
  commission_base: 'amount',
} as const

const DATA: MailData = {
  invitation: {
    workspaceName: HOSTILE,
    inviterName: HOSTILE,
    role: 'admin',
    expiresAt: '2026-03-17T12:00:00.000Z',
  },
  password_reset: { minutes: 60 },
  partner_sign_in: { minutes: 15 },
  webhook_disabled: {
    programId: 7,
    programName: HOSTILE,
    host: HOSTILE,
    reason: HOSTILE,
    at: '2026-03-10T12:00:00.000Z',
  },
  invoice_issued: {
    programId: 7,
    programName: HOSTILE,
    number: '7-0001',
    month: '2026-02',
    totalUsdCents: '123456',
    currency: 'USD',
  },
  new_application: {
    programId: 7,
    programName: HOSTILE,
    applicationId: 3,
    name: HOSTILE,
    email: HOSTILE,
    website: HOSTILE,
    waits: true,
  },
  application_received: { programId: 7, programName: HOSTILE, slug: 'acme' },
  application_approved: {
    programId: 7,
    programName: HOSTILE,
    link: 'https://shop.example/?a=1&aff=ada',
    earns: {
      policies: [{ ...PERCENT, product_id: HOSTILE }],
      perLead: { amountCents: 200, currency: 'EUR' },
    },
  },
  application_rejected: { programId: 7, programName: HOSTILE, slug: 'acme', reason: HOSTILE },
  claim_decided: {
    programId: 7,
    programName: HOSTILE,
    claimId: 3,
    decision: 'rejected',
    claimedAt: '2026-03-10T12:00:00.000Z',
    claim: { transaction_id: HOSTILE, day: null, message: HOSTILE },
  },
  application_question: {
    programId: 7,
    programName: HOSTILE,
    slug: 'acme',
    question: HOSTILE,
    expiresAt: '2026-03-17T12:00:00.000Z',
  },
  partner_passkey_changed: {
    change: 'added',
    name: HOSTILE,
    device: 'Chrome, Linux',
    at: '2026-03-10T12:00:00.000Z',
  },
  partner_account_closed: { at: '2026-03-10T12:00:00.000Z', isOwed: true },
  payout_details_changed: {
    programId: 7,
    programName: HOSTILE,
    change: 'changed',
    method: 'bank_iban',
    account: 'DE•• •••• 3000',
    at: '2026-03-10T12:00:00.000Z',
    usableAt: '2026-03-13T12:00:00.000Z',
  },
  payout_details_requested: { programId: 7, programName: HOSTILE },
  partner_invitation: {
    programId: 7,
    programName: HOSTILE,
    slug: 'acme',
    inviterName: HOSTILE,
    expiresAt: '2026-03-17T12:00:00.000Z',
  },
  payout_made: { ...PAYOUT, reference: null, lacksDetails: false },
  payout_paid: { ...PAYOUT, reference: HOSTILE },
  partner_statement: {
    programId: 7,
    programName: HOSTILE,
    month: '2026-02',
    lacksDetails: false,
    sums: [
      {
        currency: 'EUR',
        earnedCents: '1000',
        reversedCents: '2000',
        paidCents: '0',
        closingCents: '-1000',
        heldCents: '0',
      },
      {
        currency: 'VND',
        earnedCents: '5000',
        reversedCents: '0',
        paidCents: '0',
        closingCents: '5000',
        heldCents: '3000',
      },
    ],
  },
  partner_first_click: { programId: 7, programName: HOSTILE },
  partner_sale: {
    programId: 7,
    programName: HOSTILE,
    timeZone: 'UTC',
    asOf: '2026-03-10T12:15:00.000Z',
    ...createDigest(
      Array.from({ length: 37 }, (_, commissionId) => ({
        commissionId,
        what: 'sale' as const,
        amountCents: 980,
        currency: 'EUR',
        at: '2026-03-10T12:00:00.000Z',
        earning: { status: 'pending' as const, heldUntil: '2026-04-09T12:00:00.000Z' },
      })),
      20,
    ),
  },
  partner_reversal: {
    programId: 7,
    programName: HOSTILE,
    ...createDigest(
      [
        {
          amountCents: 980,
          currency: 'EUR',
          at: '2026-03-10T12:00:00.000Z',
          why: 'partly_refunded' as const,
        },
      ],
      20,
    ),
  },
}

const PARTNERS_MAILS = [
  'claim_decided',
  'partner_first_click',
  'partner_sale',
  'partner_reversal',
  'partner_statement',
  'payout_made',
  'payout_paid',
  'payout_details_changed',
  'payout_details_requested',
  'partner_account_closed',
] as const

const render = (kind: (typeof MAIL_KINDS)[number], secret = 's3cret', language: Language = 'en') =>
  composeMail({
    kind,
    language,
    data: { ...DATA[kind] },
    secret,
    senderName: HOSTILE,
    publicUrl: 'https://partners.example',
    unsubscribeUrl: 'https://partners.example/mail/unsubscribe?token=a&b="',
  })

const TO_PARTNER = {
  language: 'en',
  secret: undefined,
  senderName: 'Acme',
  publicUrl: 'https://partners.example',
  unsubscribeUrl: undefined,
} as const

it.each(MAIL_KINDS)(
  '%s shows names as escaped text, never as elements, attributes or header lines',
  (kind) => {
    const { subject, html, text } = render(kind)
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(html).not.toMatch(/<img|onerror="|[\u202e]/)
    // Nothing is loaded or executed.
    expect(html).not.toMatch(/<(script|link|iframe|form|img|object)|<[^>]*(src=|url\(|javascript:)/i)
    expect(
      html.match(/href="([^"]*)"/g)?.every((href) => href.startsWith('href="https://partners.example/')),
    ).toBe(kind !== 'password_reset')
    expect(text.split('\n').filter((line) => line.startsWith('Bcc:'))).toEqual([])
  },
)

it.each([
  ['invitation', 'https://partners.example/invitations/s3cret'],
  ['password_reset', 's3cret'],
  ['partner_sign_in', 'https://partners.example/partner/sign-in#s3cret'],
  ['webhook_disabled', 'https://partners.example/programs/7/webhooks'],
  ['invoice_issued', 'https://partners.example/programs/7/invoices'],
  ['new_application', 'https://partners.example/programs/7/applications?open=3'],
  ['application_received', 'https://partners.example/join/acme'],
  ['application_approved', 'https://partners.example/partner/programs/7'],
  ['payout_details_changed', 'https://partners.example/partner/programs/7/payout-details'],
  ['payout_details_requested', 'https://partners.example/partner/programs/7/payout-details'],
  ['partner_passkey_changed', 'https://partners.example/partner/profile'],
  ['partner_account_closed', 'https://partners.example/partner'],
  ['application_rejected', 'https://partners.example/join/acme'],
  ['application_question', 'https://partners.example/join/acme/answer?token=s3cret'],
  ['partner_invitation', 'https://partners.example/join/acme?invitation=s3cret'],
  ['payout_made', 'https://partners.example/partner/programs/7/payouts'],
  ['payout_paid', 'https://partners.example/partner/programs/7/payouts'],
  ['partner_statement', 'https://partners.example/partner/programs/7/payouts'],
  ['partner_first_click', 'https://partners.example/partner/programs/7'],
  ['claim_decided', 'https://partners.example/partner/programs/7/earnings?missing=sale'],
  ['partner_sale', 'https://partners.example/partner/programs/7/earnings'],
  ['partner_reversal', 'https://partners.example/partner/programs/7/earnings'],
] as const)('%s links to %s, in both HTML and text', (kind, url) => {
  const { html, text } = render(kind)
  expect(html).toContain(`href="${url}"`)
  expect(text).toContain(`\n${url}\n`)
})

it('has no button without a link, such as after the program removed its join page', () => {
  const { html, text } = composeMail({
    kind: 'application_rejected',
    language: 'en',
    data: { ...DATA.application_rejected, slug: '' },
    secret: undefined,
    senderName: 'Acme',
    publicUrl: 'https://partners.example',
    unsubscribeUrl: undefined,
  })
  expect(html).not.toContain('href=')
  expect(text).not.toContain('https:')
})

it('formats amounts and dates in the reader’s language', () => {
  expect(render('invoice_issued').text).toContain('Total: $1,234.56')
  expect(render('invitation').text).toContain('expires on Mar 17, 2026, 12:00 PM (UTC)')
  expect(render('payout_paid').text).toContain('Amount: €1,234.56')
  expect(render('partner_statement').text).toContain('Closing balance: -€10.00')
  expect(render('partner_statement').text).toContain('Earned: ₫5,000')
})

it('shows payout details entered for the first time as added and in use, and a withdrawn change as not used', () => {
  const mail = render('payout_details_changed')
  expect(mail.subject).toContain('your payout details were changed')
  expect(mail.text).toContain('you can withdraw the change')
  const firstMail = composeMail({
    kind: 'payout_details_changed',
    language: 'en',
    data: { ...DATA.payout_details_changed, change: 'added' },
    secret: undefined,
    senderName: 'Acme',
    publicUrl: 'https://partners.example',
    unsubscribeUrl: undefined,
  })
  expect(firstMail.subject).toContain('your payout details were added')
  expect(firstMail.text).not.toMatch(/cancel|previous/)
  const withdrawnMail = composeMail({
    ...TO_PARTNER,
    kind: 'payout_details_changed',
    data: { ...DATA.payout_details_changed, change: 'withdrawn', account: null },
  })
  expect(withdrawnMail.subject).toContain('your payout details stay the same')
  expect(withdrawnMail.text).toContain('was withdrawn. Payouts keep using your previous details.')
  expect(withdrawnMail.text).not.toContain('Account:')
})

it('keeps the program’s brand on the sign-in page that portal links lead to', () => {
  const brand = { color: '#ffd400', logoPath: undefined, slug: 'acme' }
  const listLinks = (kind: 'application_approved' | 'claim_decided' | 'payout_paid') =>
    composeMail({ ...TO_PARTNER, kind, data: { ...DATA[kind] }, brand }).text.match(/https:\S+\/partner\S+/g)
  expect(listLinks('application_approved')).toEqual([
    'https://partners.example/partner/programs/7?program=acme',
  ])
  expect(listLinks('claim_decided')).toEqual([
    'https://partners.example/partner/programs/7/earnings?missing=sale&program=acme',
  ])
  expect(listLinks('payout_paid')).toEqual([
    'https://partners.example/partner/programs/7/payouts?program=acme',
  ])
})

it('answers a sign-in without an account with the open applications, and no link', () => {
  const { text, html } = composeMail({
    ...TO_PARTNER,
    kind: 'partner_sign_in',
    secret: 's3cret',
    data: {
      minutes: 15,
      waiting: [
        { programName: 'Acme', status: 'pending' },
        { programName: 'Other', status: 'info_requested' },
      ],
    },
  })
  expect(text).toContain('Acme: Waiting for review\nOther: Waiting for your answer.')
  expect(`${text}${html}`).not.toMatch(/s3cret|\/partner/)
})

it('welcomes a partner with what they earn, how to sign in, and what to do first', () => {
  const { text } = composeMail({
    ...TO_PARTNER,
    kind: 'application_approved',
    data: {
      ...DATA.application_approved,
      programName: 'Acme',
      earns: { policies: [PERCENT], perLead: null },
    },
  })
  expect(text).toMatch(
    /You’re now a partner of Acme\.\s+You earn 20% of each sale[^.]+\.\s+To sign in, open the partner portal and enter this email address\..+Start by sharing your link, for example in your next post or newsletter:\s+Your link: https:\/\/shop\.example\/\?a=1&aff=ada/s,
  )
})

it('asks for payout details if they are missing', () => {
  const missing = (kind: 'payout_made' | 'partner_statement') =>
    composeMail({ ...TO_PARTNER, kind, data: { ...DATA[kind], programName: 'Acme', lacksDetails: true } })
  const payout = missing('payout_made')
  expect(payout.subject).toBe('Acme: add your payout details to receive €1,234.56')
  expect(payout.text).toContain(
    'Add payout details:\nhttps://partners.example/partner/programs/7/payout-details',
  )
  expect(payout.text).not.toContain('on its way')
  expect(missing('partner_statement').text).toContain(
    'You haven’t added payout details, so Acme can’t pay your balance.',
  )
  expect(render('payout_made').subject).toContain('is on its way')
  expect(render('partner_statement').text).not.toContain('payout details')
})

it('shows the team an applicant’s website', () => {
  const data = { ...DATA.new_application, website: 'https://blog.example' }
  const { text } = composeMail({ ...TO_PARTNER, kind: 'new_application', data })
  expect(text).toContain('Website: https://blog.example')
})

it('uses the partner portal’s terms', () => {
  for (const kind of PARTNERS_MAILS) expect(render(kind).text).not.toMatch(/commission|conversion|pending/i)
})

it('lists many sales in one email: some lines, the sum of the rest, and the total', () => {
  const { subject, text } = render('partner_sale')
  expect(subject).toContain('you earned €362.60')
  expect(text.match(/: €9\.80, on hold until April 9, 2026/g)).toHaveLength(20)
  expect(text).toContain('17 more: €166.60\nTotal: €362.60')
  expect(text).toContain('As of Mar 10, 2026, 12:15 PM (UTC). Amounts are before refunds')
  const taken = render('partner_reversal')
  expect(taken.subject).toContain('€9.80 was reversed')
  expect(taken.text).toContain('Mar 10, 2026, 12:00 PM (UTC): €9.80: part of the sale was refunded')
  expect(taken.text).not.toContain('Total')
})

it('uses the program’s color and logo, with readable button text', () => {
  const { html } = composeMail({
    kind: 'invoice_issued',
    language: 'en',
    data: { ...DATA.invoice_issued },
    secret: undefined,
    senderName: 'Acme',
    publicUrl: 'https://partners.example',
    unsubscribeUrl: undefined,
    brand: { color: '#ffd400', logoPath: '/logos/7/h4sh', slug: 'acme' },
  })
  expect(html).toContain('<img src="https://partners.example/logos/7/h4sh" alt=""')
  expect(html).toContain('background:#ffd400;color:#000000')
  expect(render('invoice_issued').html).toContain('background:#2f4fb3;color:#ffffff')
})

it('previews every email, with an unsubscribe link only if it can be turned off', () => {
  const previews = previewMails('Acme')
  expect(previews.map(({ kind }) => kind)).toEqual([...MAIL_KINDS])
  const withUnsubscribeLink = previews.filter(({ text }) => text.includes('Unsubscribe from these emails'))
  expect(withUnsubscribeLink.map(({ kind }) => kind)).toEqual([
    'webhook_disabled',
    'new_application',
    'partner_statement',
    'partner_first_click',
    'partner_sale',
  ])
})

it('renders emails to workspace members in English, whatever the language', () => {
  expect(render('invoice_issued', 's3cret', 'de')).toEqual(render('invoice_issued'))
})

const PARTNER_KINDS = MAIL_KINDS.filter(isForPartner)

it.each(LANGUAGES.flatMap((language) => PARTNER_KINDS.map((kind) => [language, kind] as const)))(
  'the text in %s of %s has every argument, and names are escaped',
  (language, kind) => {
    const { subject, html, text } = render(kind, 's3cret', language)
    for (const part of [subject, text]) expect(part).not.toMatch(/[{}]|undefined|null/)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).not.toMatch(/<img|onerror="|[\u202e]/)
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    if (language !== 'en') expect(text).not.toBe(render(kind).text)
  },
)
