import type { CommissionKind, MemberRole, PayoutMethod, ReversalReason } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { groupedAmount } from '../../core/money/decimal-amount.rule.ts'
import { plainName } from '../../core/text/mail-address.rule.ts'
import { monthWords } from '../../core/time/month-name.rule.ts'
import type { MailSum } from './mail.ts'
import type { MailWords } from './mail-content.ts'

/** Every sentence of every mail. Another language is another file like this one. */
export const ENGLISH: MailWords = {
  language: 'en',
  mails: {
    invitation: ({ workspaceName, inviterName, role, expiresAt }, url) => ({
      subject: `Invitation to ${plainName(workspaceName)}`,
      paragraphs: [
        `${plainName(inviterName)} invites you to the workspace ${plainName(workspaceName)} as ${ROLES[role]}.`,
        `Open the link and sign in with this e-mail address, or create an account of it. The link works once, until ${instant(expiresAt)}.`,
      ],
      facts: [],
      action: { label: 'Accept the invitation', url },
      reason: 'You get this mail because somebody invited this address. If you do not know them, do nothing.',
    }),
    password_reset: ({ minutes }, url) => ({
      subject: 'Set a new password',
      paragraphs: [
        'Somebody asked for a link that sets a new password for the account of this e-mail address.',
        `It works once, and for ${minutes} minutes. Setting a new password signs you out everywhere.`,
      ],
      facts: [],
      action: { label: 'Set a new password', url },
      reason: 'If it was not you, do nothing: your password stays as it is.',
    }),
    partner_sign_in: ({ minutes }, url) => ({
      subject: 'Your link to sign in',
      paragraphs: [
        'Somebody asked for a link that signs in the partner of this e-mail address.',
        `It works once, and for ${minutes} minutes. An earlier link does not work any more.`,
      ],
      facts: [],
      action: { label: 'Sign in', url },
      reason: 'If it was not you, do nothing: nobody else can use the link.',
    }),
    webhook_disabled: ({ programName, host, reason, at }, url) => ({
      subject: `${plainName(programName)}: a webhook was disabled`,
      paragraphs: [
        `Nothing is sent to ${plainName(host)} any more. What was waiting goes out once the webhook is enabled again; what happens meanwhile is not kept for it.`,
      ],
      facts: [
        ['Program', plainName(programName)],
        ['Receiver', plainName(host)],
        ['Why', plainName(reason, 300)],
        ['When', instant(at)],
      ],
      action: { label: 'Open the webhooks', url },
      reason: 'You get this mail because you manage this program.',
    }),
    invoice_issued: ({ programName, number, month, totalUsdCents, currency }, url) => ({
      subject: `${plainName(programName)}: invoice ${number} for ${monthWords(month)}`,
      paragraphs: [
        `${monthWords(month)} is closed: the invoice of the platform fee of ${plainName(programName)} was issued.`,
      ],
      facts: [
        ['Invoice', number],
        ['Month', monthWords(month)],
        ['Total', `${groupedAmount(totalUsdCents, currency)} ${currency}`],
      ],
      action: { label: 'Open the invoices', url },
      reason: 'You get this mail because you manage this program and its payments.',
    }),
    new_application: ({ programName, name, email, waits }, url) => ({
      subject: `${plainName(programName)}: ${plainName(name)} ${waits ? 'applies' : 'has joined'}`,
      paragraphs: [
        waits
          ? `${plainName(name)} would like to be a partner of ${plainName(programName)}, and waits for your decision.`
          : `${plainName(name)} applied to ${plainName(programName)}, which is open, and is a partner now.`,
      ],
      facts: [
        ['Name', plainName(name)],
        ['E-mail', plainName(email, 300)],
      ],
      action: { label: 'Open the application', url },
      reason: 'You get this mail because you manage the partners of this program.',
    }),
    application_received: ({ programName }, url) => ({
      subject: `${plainName(programName)}: we have your application`,
      paragraphs: [
        `Thank you for applying to the partner program ${plainName(programName)}. Its team looks at your application, and you get a mail once it has decided.`,
      ],
      facts: [],
      action: { label: 'Open the page of the program', url },
      reason:
        'You get this mail because somebody applied with this address. If it was not you, do nothing: no second mail like this one is sent.',
    }),
    application_approved: ({ programName }, url) => ({
      subject: `${plainName(programName)}: you are a partner now`,
      paragraphs: [
        `Welcome to the partner program ${plainName(programName)}. Your link and what it earns stand in the portal: sign in with this e-mail address.`,
      ],
      facts: [],
      action: { label: 'Open the portal', url },
      reason:
        'You get this mail because somebody applied with this address, was invited, or was added by the team of the program.',
    }),
    application_rejected: ({ programName, reason }, url) => ({
      subject: `${plainName(programName)}: your application`,
      paragraphs: [
        `The team of ${plainName(programName)} has looked at your application and does not take it.`,
        ...(reason === null ? [] : paragraphsOf(reason)),
      ],
      facts: [],
      action: { label: 'Open the page of the program', url },
      reason: 'You get this mail because somebody applied with this address.',
    }),
    claim_decided: ({ programName, decision, claimedAt }, url) => ({
      subject: `${plainName(programName)}: your claim was ${decision}`,
      paragraphs: [
        decision === 'accepted'
          ? `${plainName(programName)} accepted your claim of ${instant(claimedAt)}. The sale is yours, and what it earned stands among your earnings. If the team said something to it, that stands with your claims.`
          : `${plainName(programName)} looked at your claim of ${instant(claimedAt)} and rejected it. Why, stands with your claims.`,
      ],
      facts: [],
      action: { label: 'Open your claims', url },
      reason: OF_PARTNER,
    }),
    application_question: ({ programName, question, expiresAt }, url) => ({
      subject: `${plainName(programName)}: a question about your application`,
      paragraphs: [
        `The team of ${plainName(programName)} asks:`,
        ...paragraphsOf(question),
        `The link takes one answer, until ${instant(expiresAt)}.`,
      ],
      facts: [],
      action: { label: 'Answer', url },
      reason: 'You get this mail because somebody applied with this address.',
    }),
    partner_passkey_changed: ({ change, name, device, at }, url) => ({
      subject:
        change === 'added'
          ? 'A passkey was added to your account'
          : 'A passkey was removed from your account',
      paragraphs: [
        change === 'added'
          ? 'Whoever has it can sign in as you from now on, without a link in a mail.'
          : 'It signs nobody in any more. Links that are mailed to you still do.',
      ],
      facts: [
        ['Passkey', plainName(name)],
        ['From', device],
        ['When', instant(at)],
      ],
      action: { label: 'Look at your passkeys', url },
      reason:
        'If it was not you, sign in by a link, remove what you do not know, and sign out everywhere: somebody may read your mail.',
    }),
    partner_account_closed: ({ at, isOwed }, url) => ({
      subject: 'Your partner account is closed',
      paragraphs: [
        `It was closed on ${instant(at)}, in all your programs. Your name, e-mail and answers are gone; this is the last mail to you.`,
        ...(isOwed ? ['What you are owed stays owed, and is paid to the details that you gave.'] : []),
      ],
      facts: [],
      action: { label: 'The partner sign-in', url },
      reason: 'If it was not you, write to the program at once: it can hold what you are owed.',
    }),
    payout_details_changed: ({ programName, method, account, at, usableAt }, url) => {
      // The first version is used at once, and there is nothing that it could be withdrawn for.
      const isFirst = usableAt <= at
      return {
        subject: `${plainName(programName)}: where you are paid was ${isFirst ? 'entered' : 'changed'}`,
        paragraphs: [
          isFirst
            ? `Your payout details at ${plainName(programName)} were entered, and are used from now on.`
            : `Your payout details at ${plainName(programName)} were changed. They are used from ${instant(usableAt)}; until then payouts go where they went before, and you can withdraw the change.`,
        ],
        facts: [
          ['Method', METHODS[method]],
          ['Account', account],
          ['When', instant(at)],
        ],
        action: { label: 'Look at your payout details', url },
        reason: isFirst
          ? 'If it was not you, write to the program at once: it can hold your payouts.'
          : 'If it was not you, withdraw the change at once, and write to the program.',
      }
    },
    partner_invitation: ({ programName, inviterName, expiresAt }, url) => ({
      subject: `Invitation to the partner program ${plainName(programName)}`,
      paragraphs: [
        `${plainName(inviterName)} invites you to be a partner of ${plainName(programName)}: you recommend it, and earn on what your customers pay.`,
        `The link works once, until ${instant(expiresAt)}.`,
      ],
      facts: [],
      action: { label: 'Accept the invitation', url },
      reason: 'You get this mail because somebody invited this address. If you do not know them, do nothing.',
    }),
    payout_made: ({ programName, payoutId, amountCents, currency }, url) => ({
      subject: `${plainName(programName)}: a payout of ${money(amountCents, currency)} is on its way`,
      paragraphs: [
        `${plainName(programName)} has made payout ${payoutId} to you. You get another mail once it is marked as paid. Should it be cancelled, the portal says so.`,
      ],
      facts: [
        ['Payout', String(payoutId)],
        ['Amount', money(amountCents, currency)],
      ],
      action: { label: 'Open your payouts', url },
      reason: OF_PARTNER,
    }),
    payout_paid: ({ programName, payoutId, amountCents, currency, reference }, url) => ({
      subject: `${plainName(programName)}: ${money(amountCents, currency)} was paid to you`,
      paragraphs: [
        `${plainName(programName)} has paid payout ${payoutId}. A bank may need some days until the money is there.`,
      ],
      facts: [
        ['Payout', String(payoutId)],
        ['Amount', money(amountCents, currency)],
        ...(reference === null ? [] : [['Reference', plainName(reference, 300)] as const]),
      ],
      action: { label: 'Open your payouts', url },
      reason: OF_PARTNER,
    }),
    partner_statement: ({ programName, month, sums }, url) => ({
      subject: `${plainName(programName)}: your statement of ${monthWords(month)}`,
      paragraphs: [
        `${monthWords(month)} is closed. Its statement says what you earned, what was taken back and what was paid, and never changes.`,
      ],
      facts: sums.flatMap(({ currency, earnedCents, reversedCents, paidCents, closingCents }) => [
        ['Earned', money(earnedCents, currency)] as const,
        ['Taken back', money(reversedCents, currency)] as const,
        ['Paid', money(paidCents, currency)] as const,
        ['Balance at the end', money(closingCents, currency)] as const,
      ]),
      action: { label: 'Open the statement', url },
      reason: OF_PARTNER,
    }),
    partner_first_click: ({ programName }, url) => ({
      subject: `${plainName(programName)}: your first click`,
      paragraphs: [
        `Somebody came to ${plainName(programName)} by a link of yours, for the first time. From now on you see in the portal what your links bring.`,
      ],
      facts: [],
      action: { label: 'Open the portal', url },
      reason: OF_PARTNER,
    }),
    partner_sale: ({ programName, timeZone, count, sums, lines, rest }, url) => ({
      subject: `${plainName(programName)}: you earned ${sumsOf(sums)}`,
      paragraphs: [
        `What your links brought to ${plainName(programName)} has earned you ${sumsOf(sums)}. It is on hold until it is due, as a sale may still be refunded.`,
      ],
      facts: [
        ...lines.map(
          ({ what, amountCents, currency, at, dueAt }) =>
            [
              `${EARNED_BY[what]}, ${instant(at)}`,
              `${money(amountCents, currency)}, due on ${dayThere(dueAt, timeZone)}`,
            ] as const,
        ),
        ...restOf(rest, count, sums),
      ],
      action: { label: 'Open your earnings', url },
      reason: OF_PARTNER,
    }),
    partner_reversal: ({ programName, count, sums, lines, rest }, url) => ({
      subject: `${plainName(programName)}: ${sumsOf(sums)} ${count === 1 ? 'was' : 'were'} taken back`,
      paragraphs: [
        `${plainName(programName)} has taken back ${sumsOf(sums)} of what you earned. The portal shows which of your earnings it was.`,
      ],
      facts: [
        ...lines.map(
          ({ amountCents, currency, at, why }) =>
            [instant(at), `${money(amountCents, currency)}: ${REVERSED[why]}`] as const,
        ),
        ...restOf(rest, count, sums),
      ],
      action: { label: 'Open your earnings', url },
      reason: OF_PARTNER,
    }),
  },
  unsubscribe: 'No more mails like this one',
  orOpen: 'Or open this address:',
}

const METHODS: Record<PayoutMethod, string> = {
  bank_iban: 'Bank transfer (IBAN)',
  bank_account: 'Bank transfer (account and routing number)',
  paypal: 'PayPal',
  wise: 'Wise',
  other: 'Another way',
}

const ROLES: Record<MemberRole, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  viewer: 'a viewer',
}

const OF_PARTNER = 'You get this mail because you are a partner of this program.'

const EARNED_BY: Record<CommissionKind, string> = { sale: 'Sale', lead: 'Signup' }

const REVERSED: Record<ReversalReason, string> = {
  rejected: 'the program rejected it',
  disputed: 'the customer disputed the payment',
  refunded: 'the sale was refunded',
  partly_refunded: 'a part of the sale was refunded',
  corrected: 'the sale was corrected',
}

const sumsOf = (sums: readonly MailSum[]) =>
  sums.map(({ amountCents, currency }) => money(amountCents, currency)).join(' and ')

/** What stands in no line, and what all comes to. */
function restOf(
  rest: { count: number; sums: readonly MailSum[] },
  count: number,
  sums: readonly MailSum[],
): [string, string][] {
  return [
    ...(rest.count === 0 ? [] : [[`And ${rest.count} more`, sumsOf(rest.sums)] satisfies [string, string]]),
    ...(count === 1 ? [] : [['In all', sumsOf(sums)] satisfies [string, string]]),
  ]
}

const money = (cents: string | number, currency: Currency) => `${groupedAmount(cents, currency)} ${currency}`

/** What a person wrote, quoted line by line: none of them steers anything. */
function paragraphsOf(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => plainName(line, 3_000))
    .filter((line) => line !== '')
    .map((line) => `“${line}”`)
}

/** Nobody's time zone is known, so it is said in the one that all know. */
function instant(iso: string): string {
  return `${day(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`
}

/** A day of a program's own, as its portal has it. */
function dayThere(iso: string, timeZone = 'UTC'): string {
  const said = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(iso))
  return timeZone === 'UTC' ? said : `${said} (${timeZone})`
}

const day = (iso: string) => DAY.format(new Date(iso))

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
