import { expect, it } from 'vitest'
import { MAIL_KINDS } from '../platform/words.ts'
import type { MailData } from './mail.ts'
import { mailOf, previewMails } from './mail-templates.rule.ts'

const HOSTILE = `<img src=x onerror="alert(1)">' & Co\r\nBcc: eve@evil.example\u202e`

const DATA: MailData = {
  invitation: {
    workspaceName: HOSTILE,
    inviterName: HOSTILE,
    role: 'admin',
    expiresAt: '2026-03-17T12:00:00.000Z',
  },
  password_reset: { minutes: 60 },
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
}

const render = (kind: (typeof MAIL_KINDS)[number], secret = 's3cret') =>
  mailOf({
    kind,
    data: { ...DATA[kind] },
    secret,
    senderName: HOSTILE,
    publicUrl: 'https://partners.example',
    unsubscribeUrl: 'https://partners.example/mail/unsubscribe?token=a&b="',
  })

it.each(MAIL_KINDS)(
  '%s: whatever a name holds, it is text: no element, no attribute, no line of a header',
  (kind) => {
    const { subject, html, text } = render(kind)
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(html).not.toMatch(/<img|onerror="|[\u202e]/)
    // Nothing is loaded, and nothing runs.
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
  ['webhook_disabled', 'https://partners.example/programs/7/webhooks'],
  ['invoice_issued', 'https://partners.example/programs/7/invoices'],
] as const)('%s leads to %s, in both forms', (kind, url) => {
  const { html, text } = render(kind)
  expect(html).toContain(`href="${url}"`)
  expect(text).toContain(`\n${url}\n`)
})

it('says amounts and instants as people write them', () => {
  expect(render('invoice_issued').text).toContain('Total: 1,234.56 USD')
  expect(render('invitation').text).toContain('until 17 March 2026, 12:00 UTC')
})

it('previews every mail, with a foot only where one may do without', () => {
  const previews = previewMails('Acme')
  expect(previews.map(({ kind }) => kind)).toEqual([...MAIL_KINDS])
  const withFoot = previews.filter(({ text }) => text.includes('No more mails like this one'))
  expect(withFoot.map(({ kind }) => kind)).toEqual(['webhook_disabled'])
})
