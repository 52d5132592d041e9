import { plainName } from '../platform/mail-address.rule.ts'
import { MAIL_KINDS, type MailKind } from '../platform/words.ts'
import { ENGLISH } from './english.rule.ts'
import type { MailData } from './mail.ts'
import type { MailContent, MailLook, RenderedMail } from './mail-content.ts'
import { renderMail } from './render-mail.rule.ts'

/** A mail to be rendered. `secret` is what was sealed of it. */
export interface MailToRender {
  kind: MailKind
  data: Record<string, unknown>
  secret: string | undefined
  /** Of the sender; a mail about a program stands under the program's. */
  senderName: string
  publicUrl: string
  unsubscribeUrl: string | undefined
}

const COLOUR = '#2f4fb3'

/** A mail of any kind, of what was written down for it. */
export function mailOf(mail: MailToRender): RenderedMail {
  const { kind, data, secret, senderName, publicUrl, unsubscribeUrl } = mail
  const name = typeof data.programName === 'string' ? data.programName : senderName
  const look: MailLook = { name: plainName(name), colour: COLOUR }
  // safe because `NewMail` ties the data to its kind where the row is written
  const write = ENGLISH.mails[kind] as (data: unknown, url: string) => MailContent
  const content = write(data, linkOf(kind, data, { secret, publicUrl }))
  return renderMail(content, { look, words: ENGLISH, unsubscribeUrl })
}

/** Where the button of a mail leads. */
function linkOf(
  kind: MailKind,
  data: Record<string, unknown>,
  { secret, publicUrl }: { secret: string | undefined; publicUrl: string },
): string {
  switch (kind) {
    case 'invitation':
      return `${publicUrl}/invitations/${secret ?? ''}`
    case 'password_reset':
      // The whole link is what is secret of it.
      return secret ?? ''
    case 'webhook_disabled':
      return `${publicUrl}/programs/${data.programId}/webhooks`
    case 'invoice_issued':
      return `${publicUrl}/programs/${data.programId}/invoices`
  }
}

/** Data of every kind, for a preview: of nobody. */
const SAMPLES: MailData = {
  invitation: {
    workspaceName: 'Acme',
    inviterName: 'Robin Example',
    role: 'member',
    expiresAt: '2026-03-17T12:00:00.000Z',
  },
  password_reset: { minutes: 60 },
  webhook_disabled: {
    programId: 1,
    programName: 'Acme partners',
    host: 'hooks.acme.example',
    reason: 'It answered 410 Gone.',
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
}

/** Every mail with sample data; its links lead nowhere. */
export function previewMails(senderName: string): ({ kind: MailKind } & RenderedMail)[] {
  const publicUrl = 'https://partners.example'
  return MAIL_KINDS.map((kind) => ({
    kind,
    ...mailOf({
      kind,
      data: { ...SAMPLES[kind] },
      secret: kind === 'password_reset' ? `${publicUrl}/reset-password#sample` : 'sample',
      senderName,
      publicUrl,
      unsubscribeUrl: kind === 'webhook_disabled' ? `${publicUrl}/mail/unsubscribe#sample` : undefined,
    }),
  }))
}
