import { expect, test } from 'vitest'
import { MAIL_KINDS, PARTNER_MAILS } from '../../../src/core/enums.ts'
import { closePartnerMonths } from '../../../src/portal/partner-portal/close-partner-months.job.ts'
import { notifyPartnersOfNews } from '../../../src/portal/partner-portal/notify-partners.job.ts'
import { send } from '../../harness.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import { openMailFixture } from './partner-mail-helpers.ts'

/** Customer identifiers, each with a unique word that can be found in any encoding. */
const SECRETS = ['zyxwemail', 'zyxwkey', 'zyxworder', 'zyxwname', 'zyxwreason']
const KEY = 'zyxwkey Bcc: eve@evil.test <b>"x"</b>'

/** Returns all text in a sent email, raw and decoded. */
function mailText({ raw, headers, text }: { raw: string; headers: Record<string, string>; text: string }) {
  const encoded = raw.match(/^[A-Za-z0-9+/=]{40,}$/gm) ?? []
  return [
    raw,
    JSON.stringify(headers),
    text,
    ...encoded.map((line) => Buffer.from(line, 'base64').toString()),
  ]
    .join('\n')
    .replace(/=\r?\n/g, '')
    .toLowerCase()
}

test('emails to partners contain no customer data, whatever the customer key or email', async () => {
  const fixture = await openMailFixture()
  const { app, clock, deps, database, program, bearer, shop, team, sell, mails } = fixture
  const partner = await signInAs(fixture, program.partnerId)
  const details = {
    payeeKind: 'person',
    legalName: 'Pat',
    address: '1 Main Street',
    city: 'Berlin',
    country: 'DE',
    method: 'paypal',
    email: 'pat@pay.test',
  }
  await team('/payout-details/request', { partnerIds: [program.partnerId] })
  const saveResponse = await partner.call('POST', `/programs/${program.id}/payout-details`, details)
  expect(saveResponse.status, saveResponse.text).toBe(200)
  const allMails: Awaited<ReturnType<typeof mails>> = []
  const click_id = await shop.clickId()
  const signup = await shop.serverLead({
    click_id,
    customer_key: KEY,
    email: 'zyxwemail@customer.test',
    name: 'zyxwname',
  })
  expect(signup.status, signup.text).toBe(200)
  const of = (n: number) => ({ customer_key: KEY, transaction_id: `zyxworder-${n}` })
  const first = await sell(10_000, of(1))
  const second = await sell(20_000, of(2))
  const third = await sell(30_000, of(3))
  const reason = 'zyxwreason of zyxwemail@customer.test'
  await team(`/sales/${first.sale_id}/refunds`, { refundId: 'zyxworder-r', amountCents: 1_000, reason })
  const rejectionResponse = await send(app, 'POST', `/api/programs/${program.id}/commissions/reject`, {
    bearer,
    body: { commissionIds: [second.commission_id], reason },
  })
  expect(rejectionResponse.status, rejectionResponse.text).toBe(200)
  clock.advance({ minutes: 15 })
  await notifyPartnersOfNews(deps)
  await team('/commissions/approve', { commissionIds: [first.commission_id, third.commission_id] })
  await team('/payouts', {})
  const { id } = await database.kysely
    .selectFrom('payouts')
    .select('id')
    .where('program_id', '=', program.id)
    .executeTakeFirstOrThrow()
  await team('/payouts/mark-paid', { payoutIds: [id], reference: 'SEPA 77' })
  // The partner entered the order number, and the reply is addressed to them. Neither is stored with the email.
  const claim = { transactionId: 'Typed-9', note: 'Of zyxwemail@customer.test.' }
  const claimResponse = await partner.call('POST', `/programs/${program.id}/claims`, claim)
  await team(`/claims/${claimResponse.body.data.id}/reject`, { message: 'It came from an ad.' })
  allMails.push(...(await mails()))
  const claimMail = allMails.find(({ text }) => text.includes('Typed-9'))
  expect(claimMail?.text).toContain('It came from an ad.')
  clock.set('2026-02-02T00:00:00.000Z')
  await closePartnerMonths(deps)
  allMails.push(...(await mails()).slice(allMails.length))

  const rows = await database.kysely.selectFrom('mails').selectAll().execute()
  // The others concern onboarding and sign-in, which involve no customers.
  const kindsWithoutRecipient = MAIL_KINDS.filter((kind) =>
    /^application_|_invitation$|^partner_(passkey_changed|account_closed)$/.test(kind),
  )
  const kinds = new Set(rows.filter(({ state }) => state === 'sent').map(({ kind }) => kind))
  expect([...kinds].sort()).toEqual(
    PARTNER_MAILS.filter((kind) => !kindsWithoutRecipient.includes(kind)).sort(),
  )
  expect(allMails).toHaveLength(kinds.size)
  for (const mail of allMails) {
    const content = mailText(mail)
    for (const secret of [...SECRETS, click_id.toLowerCase()]) expect(content).not.toContain(secret)
  }
  // The data they are rendered from contains none either.
  const stored = JSON.stringify(rows).toLowerCase()
  for (const secret of [...SECRETS, click_id.toLowerCase(), 'typed-9', 'from an ad'])
    expect(stored).not.toContain(secret)
})
