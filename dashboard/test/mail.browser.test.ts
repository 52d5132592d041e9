import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, settled } from './stage.ts'

const PHONE_PX = 390

describeInChromium('mail', () => {
  test('is said where it matters: an invitation, its fate, a second try, and a forgotten password', async () => {
    const mail = { from: { name: 'Acme', address: 'partners@acme.test' }, server: undefined }
    const stage = await openStage({ config: { mail } })
    const program = await stage.emptyProgram()
    const { kysely } = stage.service.database
    const page = await stage.open(`/programs/${program.id}/settings?section=members`, { width: PHONE_PX })
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByText('A link is mailed to the address, and you see it too.').waitFor()
    await page.getByLabel('E-mail').fill('new@people.test')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('A mail goes to new@people.test').waitFor()
    expect(await page.getByRole('dialog').locator('code').innerText()).toContain(addressOf('/invitations/'))
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()

    await page.goto(addressOf(`/programs/${program.id}/settings?section=mail`))
    await page.getByText('Mail is shown, not sent').waitFor()
    const invitation = page.getByRole('listitem').filter({ hasText: 'new@people.test' })
    await invitation.getByText('Waiting').waitFor()
    // What a mail server refused: one whose link is gone, and one that can be sent again.
    await kysely
      .updateTable('mails')
      .set({
        state: 'failed',
        next_attempt_at: null,
        secret: null,
        attempts: 1,
        last_error: '550 nobody here',
      })
      .where('workspace_id', '=', program.workspaceId)
      .execute()
    const now = stage.service.clock.now()
    const facts = {
      kind: 'invoice_issued',
      cause: randomUUID(),
      message_id: '<m@acme.test>',
      data: '{}',
    } as const
    const fate = {
      state: 'failed',
      attempts: 1,
      last_error: '550 gone',
      created_at: now,
      expires_at: now,
    } as const
    const of = { recipient: 'kim@people.test', workspace_id: program.workspaceId, program_id: program.id }
    await kysely
      .insertInto('mails')
      .values({ ...facts, ...fate, ...of })
      .execute()
    await page.getByLabel('Status').selectOption('Failed')
    await invitation.getByText('1 try: 550 nobody here Its link is not kept: invite again instead.').waitFor()
    const other = page.getByRole('listitem').filter({ hasText: 'kim@people.test' })
    await other.getByRole('button', { name: 'Send again to kim@people.test' }).click()
    await page.getByText('The mail to kim@people.test is sent again.').first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Send again' }).count()).toBe(0)

    await page.getByLabel('Mail', { exact: true }).selectOption('Webhook disabled')
    const frame = page.frameLocator('iframe')
    await frame.getByRole('link', { name: 'Open the webhooks' }).waitFor()
    await frame.getByRole('link', { name: 'No more mails like this one' }).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_PX)

    const stranger = await stage.newVisitor({ colorScheme: 'dark' })
    await stranger.goto(addressOf('/sign-in'))
    await stranger.getByRole('link', { name: 'Forgot your password?' }).click()
    // Until it is there, the page before has a field of this name too.
    await stranger.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await stranger.getByLabel('E-mail').fill(stage.owner.email)
    await stranger.getByRole('button', { name: 'Send the link' }).click()
    await stranger.getByText('If there is an account of this address, a link is on its way to it.').waitFor()
    expect(await findBarriers(stranger)).toEqual([])
  })
})
