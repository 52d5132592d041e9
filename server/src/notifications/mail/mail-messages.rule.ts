import type { Language, MailKind } from '../../core/enums.ts'
import { amountText, dayText, instantText, listText, monthText } from '../../core/i18n/format.rule.ts'
import { type MessageArgs, message, teamMessage } from '../../core/i18n/message.rule.ts'
import { cleanName } from '../../core/text/mail-address.rule.ts'
import { commissionSentences } from '../../workspace/programs/commission-sentences.rule.ts'
import type { MailData, MailSum, SaleLine } from './mail.ts'
import type { MailContent } from './mail-content.ts'

type Write<Kind extends MailKind> = (data: MailData[Kind], to: Reader) => MailContent

/** An email's reader: their language, and the button's target. */
export interface Reader {
  language: Language
  url: string
}

/** The content of every kind of mail. Mails to workspace members are always in English. */
export const MAIL_MESSAGES: { readonly [Kind in MailKind]: Write<Kind> } = {
  invitation: ({ workspaceName, inviterName, role, expiresAt }, { url }) => {
    const workspace = cleanName(workspaceName)
    return {
      subject: teamMessage('team.invitation.subject', { workspace }),
      paragraphs: [
        teamMessage('team.invitation.text', { inviter: cleanName(inviterName), workspace, role }),
        teamMessage('team.invitation.expiry', { at: instantText('en', expiresAt) }),
      ],
      facts: [],
      action: { label: teamMessage('team.invitation.action'), url },
      reason: teamMessage('team.invitation.reason'),
    }
  },
  password_reset: ({ minutes }, { url }) => ({
    subject: teamMessage('team.password_reset.subject'),
    paragraphs: [
      teamMessage('team.password_reset.text'),
      teamMessage('team.password_reset.expiry', { minutes }),
    ],
    facts: [],
    action: { label: teamMessage('team.password_reset.action'), url },
    reason: teamMessage('team.password_reset.reason'),
  }),
  webhook_disabled: ({ programName, host, reason, at }, { url }) => {
    const program = cleanName(programName)
    return {
      subject: teamMessage('team.webhook_disabled.subject', { program }),
      paragraphs: [teamMessage('team.webhook_disabled.text', { host: cleanName(host) })],
      facts: [
        [teamMessage('team.webhook_disabled.program'), program],
        [teamMessage('team.webhook_disabled.endpoint'), cleanName(host)],
        [teamMessage('team.webhook_disabled.why'), cleanName(reason, 300)],
        [teamMessage('team.webhook_disabled.date'), instantText('en', at)],
      ],
      action: { label: teamMessage('team.webhook_disabled.action'), url },
      reason: teamMessage('team.webhook_disabled.reason', { program }),
    }
  },
  invoice_issued: ({ programName, number, month, totalUsdCents, currency }, { url }) => {
    const args = { program: cleanName(programName), number, month: monthText('en', month) }
    return {
      subject: teamMessage('team.invoice_issued.subject', args),
      paragraphs: [teamMessage('team.invoice_issued.text', args)],
      facts: [
        [teamMessage('team.invoice_issued.invoice'), number],
        [teamMessage('team.invoice_issued.month'), args.month],
        [teamMessage('team.invoice_issued.total'), amountText('en', totalUsdCents, currency)],
      ],
      action: { label: teamMessage('team.invoice_issued.action'), url },
      reason: teamMessage('team.invoice_issued.reason', args),
    }
  },
  new_application: ({ programName, name, email, website, waits }, { url }) => {
    const args = { program: cleanName(programName), name: cleanName(name) }
    const kind = waits ? 'waits' : 'joined'
    return {
      subject: teamMessage(`team.new_application.${kind}.subject`, args),
      paragraphs: [teamMessage(`team.new_application.${kind}.text`, args)],
      facts: [
        [teamMessage('team.new_application.name'), args.name],
        [teamMessage('team.new_application.email'), cleanName(email, 300)],
        ...(website === null
          ? []
          : [[teamMessage('team.new_application.website'), cleanName(website, 300)] as const]),
      ],
      action: { label: teamMessage('team.new_application.action'), url },
      reason: teamMessage('team.new_application.reason', args),
    }
  },
  partner_sign_in: ({ minutes, waiting }, { language, url }) =>
    waiting === undefined
      ? {
          subject: message(language, 'mail.partner_sign_in.subject'),
          paragraphs: [
            message(language, 'mail.partner_sign_in.text'),
            message(language, 'mail.partner_sign_in.expiry', { minutes }),
          ],
          facts: [],
          action: { label: message(language, 'mail.partner_sign_in.action'), url },
          reason: message(language, 'mail.partner_sign_in.reason'),
        }
      : {
          subject: message(language, 'mail.partner_sign_in.waiting.subject'),
          paragraphs: [message(language, 'mail.partner_sign_in.waiting.text')],
          facts: waiting.map(({ programName, status }) => [
            cleanName(programName),
            message(language, `mail.partner_sign_in.waiting.${status}`),
          ]),
          action: undefined,
          reason: message(language, 'mail.partner_sign_in.waiting.reason'),
        },
  application_received: ({ programName, earlier }, { language, url }) => {
    const args = { program: cleanName(programName) }
    const repeatedMessage = 'mail.application_received.again'
    return {
      subject: message(
        language,
        earlier === undefined ? 'mail.application_received.subject' : `${repeatedMessage}.subject`,
        args,
      ),
      paragraphs: [
        message(
          language,
          earlier === undefined ? 'mail.application_received.text' : `${repeatedMessage}.${earlier}`,
          args,
        ),
      ],
      facts: [],
      action: {
        label: message(language, earlier === 'approved' ? 'mail.openPortal' : 'mail.viewProgram'),
        url,
      },
      reason: message(language, 'mail.application_received.reason'),
    }
  },
  application_approved: ({ programName, link, earns }, { language, url }) => {
    const program = cleanName(programName)
    const terms = commissionSentences(earns.policies, earns.perLead ?? undefined, language)
    return {
      subject: message(language, 'mail.application_approved.subject', { program }),
      paragraphs: [
        message(language, 'mail.application_approved.text', { program }),
        ...terms.map((sentence) => cleanName(sentence, 500)),
        message(language, 'mail.application_approved.signIn'),
        message(language, `mail.application_approved.${link === null ? 'firstInPortal' : 'first'}`),
      ],
      facts: link === null ? [] : [[message(language, 'mail.fact.link'), link]],
      action: { label: message(language, 'mail.openPortal'), url },
      reason: message(language, 'mail.application_approved.reason', { program }),
    }
  },
  application_rejected: ({ programName, reason }, { language, url }) => {
    const program = cleanName(programName)
    return {
      subject: message(language, 'mail.application_rejected.subject', { program }),
      paragraphs: [
        message(language, 'mail.application_rejected.text', { program }),
        ...(reason === null
          ? []
          : [message(language, 'mail.application_rejected.why'), ...quote(language, reason)]),
      ],
      facts: [],
      action: { label: message(language, 'mail.viewProgram'), url },
      reason: message(language, 'mail.reason.applicant', { program }),
    }
  },
  application_question: ({ programName, question, expiresAt }, { language, url }) => {
    const program = cleanName(programName)
    return {
      subject: message(language, 'mail.application_question.subject', { program }),
      paragraphs: [
        message(language, 'mail.application_question.text', { program }),
        ...quote(language, question),
        message(language, 'mail.application_question.expiry', { at: instantText(language, expiresAt) }),
      ],
      facts: [],
      action: { label: message(language, 'mail.application_question.action'), url },
      reason: message(language, 'mail.reason.applicant', { program }),
    }
  },
  partner_invitation: ({ programName, inviterName, expiresAt }, { language, url }) => {
    const program = cleanName(programName)
    return {
      subject: message(language, 'mail.partner_invitation.subject', { program }),
      paragraphs: [
        message(language, 'mail.partner_invitation.text', { program, inviter: cleanName(inviterName) }),
        message(language, 'mail.partner_invitation.expiry', { at: instantText(language, expiresAt) }),
      ],
      facts: [],
      action: { label: message(language, 'mail.partner_invitation.action'), url },
      reason: message(language, 'mail.reason.invited'),
    }
  },
  claim_decided: ({ programName, decision, claimedAt, claim }, { language, url }) => {
    const args = { program: cleanName(programName) }
    const order = claim?.transaction_id ?? null
    const day = claim?.day ?? null
    const reply = claim?.message ?? null
    return {
      subject: message(language, `mail.claim_decided.${decision}.subject`, args),
      paragraphs: [
        message(language, `mail.claim_decided.${decision}.text`, args),
        ...(reply === null
          ? []
          : [message(language, `mail.claim_decided.${decision}.reply`), ...quote(language, reply)]),
      ],
      facts: [
        ...(order === null
          ? []
          : [[message(language, 'mail.claim_decided.order'), cleanName(order, 300)] as const]),
        ...(day === null
          ? []
          : [
              [
                message(language, 'mail.claim_decided.day'),
                dayText(language, `${day}T00:00:00Z`, 'UTC'),
              ] as const,
            ]),
        [message(language, 'mail.claim_decided.claimedAt'), instantText(language, claimedAt)],
      ],
      action: { label: message(language, 'mail.claim_decided.action'), url },
      reason: message(language, 'mail.reason.partner', args),
    }
  },
  partner_passkey_changed: ({ change, name, device, at }, { language, url }) => ({
    subject: message(language, `mail.partner_passkey_changed.${change}.subject`),
    paragraphs: [message(language, `mail.partner_passkey_changed.${change}.text`)],
    facts: [
      [message(language, 'mail.partner_passkey_changed.passkey'), cleanName(name)],
      [message(language, 'mail.partner_passkey_changed.device'), device],
      [message(language, 'mail.fact.date'), instantText(language, at)],
    ],
    action: { label: message(language, 'mail.partner_passkey_changed.action'), url },
    reason: message(language, 'mail.partner_passkey_changed.reason'),
  }),
  partner_account_closed: ({ at, isOwed }, { language, url }) => ({
    subject: message(language, 'mail.partner_account_closed.subject'),
    paragraphs: [
      message(language, 'mail.partner_account_closed.text', { at: instantText(language, at) }),
      ...(isOwed ? [message(language, 'mail.partner_account_closed.owed')] : []),
    ],
    facts: [],
    action: { label: message(language, 'mail.partner_account_closed.action'), url },
    reason: message(language, 'mail.partner_account_closed.reason'),
  }),
  payout_details_changed: ({ programName, change, method, account, at, usableAt }, { language, url }) => {
    const args = { program: cleanName(programName), usableAt: instantText(language, usableAt) }
    return {
      subject: message(language, `mail.payout_details_changed.${change}.subject`, args),
      paragraphs: [message(language, `mail.payout_details_changed.${change}.text`, args)],
      facts: [
        [message(language, 'mail.payout_details_changed.method'), message(language, `mail.method.${method}`)],
        ...(account === null
          ? []
          : [[message(language, 'mail.payout_details_changed.account'), account] as const]),
        [message(language, 'mail.fact.date'), instantText(language, at)],
      ],
      action: { label: message(language, 'mail.payout_details_changed.action'), url },
      reason: message(language, `mail.payout_details_changed.${change}.reason`),
    }
  },
  payout_details_requested: ({ programName }, { language, url }) => {
    const args = { program: cleanName(programName) }
    return {
      subject: message(language, 'mail.payout_details_requested.subject', args),
      paragraphs: [message(language, 'mail.payout_details_requested.text', args)],
      facts: [],
      action: { label: message(language, 'mail.addPayoutDetails'), url },
      reason: message(language, 'mail.reason.partner', args),
    }
  },
  payout_made: ({ programName, payoutId, amountCents, currency, lacksDetails }, { language, url }) => {
    const amount = amountText(language, amountCents, currency)
    const args = { program: cleanName(programName), id: String(payoutId), amount }
    const kind = lacksDetails ? 'payout_made.noDetails' : 'payout_made'
    return {
      subject: message(language, `mail.${kind}.subject`, args),
      paragraphs: [message(language, `mail.${kind}.text`, args)],
      facts: [
        [message(language, 'mail.fact.payout'), args.id],
        [message(language, 'mail.fact.amount'), amount],
      ],
      action: { label: message(language, lacksDetails ? 'mail.addPayoutDetails' : 'mail.viewPayouts'), url },
      reason: message(language, 'mail.reason.partner', args),
    }
  },
  payout_paid: ({ programName, payoutId, amountCents, currency, reference }, { language, url }) => {
    const amount = amountText(language, amountCents, currency)
    const args = { program: cleanName(programName), id: String(payoutId), amount }
    return {
      subject: message(language, 'mail.payout_paid.subject', args),
      paragraphs: [message(language, 'mail.payout_paid.text', args)],
      facts: [
        [message(language, 'mail.fact.payout'), args.id],
        [message(language, 'mail.fact.amount'), amount],
        ...(reference === null
          ? []
          : [[message(language, 'mail.fact.reference'), cleanName(reference, 300)] as const]),
      ],
      action: { label: message(language, 'mail.viewPayouts'), url },
      reason: message(language, 'mail.reason.partner', args),
    }
  },
  partner_statement: ({ programName, month, lacksDetails, sums }, { language, url }) => {
    const args = { program: cleanName(programName), month: monthText(language, month) }
    return {
      subject: message(language, 'mail.partner_statement.subject', args),
      paragraphs: [
        message(language, 'mail.partner_statement.text', args),
        ...(lacksDetails ? [message(language, 'mail.partner_statement.noDetails', args)] : []),
      ],
      facts: sums.flatMap(({ currency, earnedCents, reversedCents, paidCents, closingCents, heldCents }) =>
        (
          [
            ['earned', earnedCents],
            ['reversed', reversedCents],
            ['paid', paidCents],
            ['closing', closingCents],
            ['held', heldCents],
            ['payable', BigInt(closingCents) - BigInt(heldCents)],
          ] as const
        ).map(
          ([name, cents]) =>
            [
              message(language, `mail.partner_statement.${name}`),
              amountText(language, cents, currency),
            ] as const,
        ),
      ),
      action: { label: message(language, 'mail.partner_statement.action'), url },
      reason: message(language, 'mail.reason.partner', args),
    }
  },
  partner_first_click: ({ programName }, { language, url }) => {
    const program = cleanName(programName)
    return {
      subject: message(language, 'mail.partner_first_click.subject', { program }),
      paragraphs: [message(language, 'mail.partner_first_click.text', { program })],
      facts: [],
      action: { label: message(language, 'mail.openPortal'), url },
      reason: message(language, 'mail.reason.partner', { program }),
    }
  },
  partner_sale: ({ programName, timeZone, asOf, count, sums, lines, rest }, { language, url }) => {
    const args = { program: cleanName(programName), sum: sumsText(language, sums) }
    return {
      subject: message(language, 'mail.partner_sale.subject', args),
      paragraphs: [
        message(language, 'mail.partner_sale.text', args),
        ...(asOf === undefined
          ? []
          : [message(language, 'mail.partner_sale.asOf', { at: instantText(language, asOf) })]),
      ],
      facts: [
        ...lines.map(
          (line) =>
            [
              message(language, `mail.partner_sale.${line.what}`, { at: instantText(language, line.at) }),
              earningText(line, { language, timeZone }),
            ] as const,
        ),
        ...totals(language, { rest, count, sums }),
      ],
      action: { label: message(language, 'mail.viewEarnings'), url },
      reason: message(language, 'mail.reason.partner', args),
    }
  },
  partner_reversal: ({ programName, count, sums, lines, rest }, { language, url }) => {
    const args: MessageArgs = { program: cleanName(programName), sum: sumsText(language, sums) }
    return {
      subject: message(language, 'mail.partner_reversal.subject', args),
      paragraphs: [message(language, 'mail.partner_reversal.text', args)],
      facts: [
        ...lines.map(
          ({ amountCents, currency, at, why }) =>
            [
              instantText(language, at),
              message(language, `mail.partner_reversal.${why}`, {
                amount: amountText(language, amountCents, currency),
              }),
            ] as const,
        ),
        ...totals(language, { rest, count, sums }),
      ],
      action: { label: message(language, 'mail.viewEarnings'), url },
      reason: message(language, 'mail.reason.partner', args),
    }
  },
}

/** Returns an amount with its state when the email is sent. */
function earningText(
  { amountCents, currency, earning }: SaleLine,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  const amount = amountText(language, amountCents, currency)
  if (earning === undefined) return amount
  const { status, heldUntil } = earning
  if (heldUntil === null) return message(language, `mail.partner_sale.${status}`, { amount })
  const day = `${dayText(language, heldUntil, timeZone)}${timeZone === 'UTC' ? '' : ` (${timeZone})`}`
  return message(language, 'mail.partner_sale.due', { amount, day })
}

function sumsText(language: Language, sums: readonly MailSum[]): string {
  return listText(
    language,
    sums.map(({ amountCents, currency }) => amountText(language, amountCents, currency)),
  )
}

/** Returns rows for the sum of the items not listed, and for the total. */
function totals(
  language: Language,
  {
    rest,
    count,
    sums,
  }: { rest: { count: number; sums: readonly MailSum[] }; count: number; sums: readonly MailSum[] },
): (readonly [string, string])[] {
  return [
    ...(rest.count === 0
      ? []
      : [
          [
            message(language, 'mail.fact.more', { count: rest.count }),
            sumsText(language, rest.sums),
          ] as const,
        ]),
    ...(count === 1 ? [] : [[message(language, 'mail.fact.total'), sumsText(language, sums)] as const]),
  ]
}

/** Quotes text written by a person line by line, so that no line can pose as the email's own text. */
function quote(language: Language, text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => cleanName(line, 3_000))
    .filter((line) => line !== '')
    .map((line) => message(language, 'mail.quote', { text: line }))
}
