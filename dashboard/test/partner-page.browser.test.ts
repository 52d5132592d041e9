import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { insertApplication, insertStep } from '../../server/src/partners/applications.sql.ts'
import { send, signInMember, type TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

/** Where pictures of the screens go, for who wants to look at them. */
const SHOTS = process.env.PAGE_SHOTS

async function shoot(page: Page, name: string) {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
}

describeInChromium('the page of a partner', () => {
  beforeAll(async () => {
    stage = await openStage({
      config: { mail: { from: { name: 'Acme', address: 'partners@acme.test' }, server: undefined } },
    })
  })

  const at = (program: { id: number }, path: string | number) => `/programs/${program.id}/partners/${path}`

  /** The partner applied, and was mailed that it is approved, which failed. */
  async function withHistory(program: TestProgram) {
    const { kysely } = stage.service.database
    const now = stage.service.clock.now()
    const { email } = await kysely
      .selectFrom('partners')
      .select('email')
      .where('id', '=', program.partnerId)
      .executeTakeFirstOrThrow()
    const application = await kysely.transaction().execute((transaction) =>
      insertApplication(transaction, {
        program_id: program.id,
        email,
        name: 'Pat of the blog',
        website: 'https://blog.example/about',
        answers: [{ id: 'q1', question: 'Where do you write?', answer: 'On my blog,\nabout shoes.' }],
        terms_version: 3,
        invitation_id: null,
        status: 'approved',
        at: now,
      }),
    )
    if (application === undefined) throw new Error('the program has an application of this e-mail')
    await kysely
      .updateTable('applications')
      .set({ partner_id: program.partnerId })
      .where('program_id', '=', program.id)
      .where('id', '=', application.id)
      .execute()
    await insertStep(kysely, application, { kind: 'applied', actorId: null, at: now })
    await kysely
      .insertInto('mails')
      .values({
        kind: 'application_approved',
        cause: randomUUID(),
        recipient: email.toLowerCase(),
        message_id: `<${randomUUID()}@acme.test>`,
        workspace_id: program.workspaceId,
        program_id: program.id,
        data: JSON.stringify({ programId: program.id, programName: 'Acme partners', slug: '' }),
        secret: null,
        state: 'failed',
        attempts: 3,
        last_error: 'The mailbox is full.',
        created_at: now,
        expires_at: now,
      })
      .execute()
  }

  test('shows who it is, how it applied and what it was mailed, which is sent again', async () => {
    const program = await stage.emptyProgram()
    await withHistory(program)
    const page = await stage.open(`/programs/${program.id}/partners?open=${program.partnerId}&period=7d`)
    await page.waitForURL(`**${at(program, program.partnerId)}?period=7d`)
    await page.getByRole('heading', { name: 'Pat', level: 1 }).waitFor()
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    await region('Profile').getByRole('link', { name: 'https://blog.example/about' }).waitFor()
    const application = region('Application')
    await application.getByText('Pat of the blog').waitFor()
    await application.getByText(/^Version 3, accepted /).waitFor()
    await application.getByText('On my blog,').waitFor()
    await application.getByText('Where do you write?').waitFor()
    await region('Commissions').getByText('It has earned nothing yet.').waitFor()
    await region('Payouts').getByText('Nothing was paid out yet.').waitFor()
    await region('Balance').getByText('Nothing is owed, and nothing was.').waitFor()
    const mails = region('Mails')
    await mails.getByText('Application approved').waitFor()
    await mails.getByText('3 tries: The mailbox is full.').waitFor()
    await mails.getByRole('button', { name: /^Send again/ }).click()
    await mails.getByText('Waiting', { exact: true }).waitFor()
  })

  test('a partner whom the team added did not apply, and one of another program is not there', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(at(program, program.partnerId))
    await page.getByText('It did not apply: it was added by the team, or by a key.').waitFor()
    await page.getByText('Nothing was mailed to it.').waitFor()
    await page.goto(addressOf(at(program, 999_999)))
    await page.getByText('There is no such thing here').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.goto(addressOf(at(program, 'none')))
    await page.getByText('There is nothing at this address').waitFor()
  })

  test('a note is written, edited and deleted; who edits an older text is shown the newer one', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(at(program, program.partnerId))
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByLabel('New note').fill('Calls on Mondays.')
    await notes.getByRole('button', { name: 'Add note' }).click()
    const note = notes.getByRole('listitem')
    await note.getByText('Calls on Mondays.').waitFor()
    await expect.poll(() => notes.getByLabel('New note').inputValue()).toBe('')

    await note.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit the note' })
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Calls on Tuesdays.')
    // Somebody else is first.
    await stage.service.database.kysely
      .updateTable('partner_notes')
      .set({ text: 'Never calls.', version: 2, edited_at: stage.service.clock.now(), edited_by: 'key:1' })
      .where('program_id', '=', program.id)
      .execute()
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await dialog.getByText('It says now: Never calls.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Calls on Tuesdays.')
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await note.getByText('Calls on Tuesdays.').waitFor()
    await note.getByText(/; edited by /).waitFor()

    await note.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete note' }).click()
    await notes.getByText('Nobody has written one yet.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  test('a member changes the own notes alone', async () => {
    const program = await stage.emptyProgram()
    const colleague = await signInMember(stage.service, program, { role: 'member' })
    await stage.service.database.kysely
      .updateTable('workspace_members')
      .set({ role: 'member' })
      .where('workspace_id', '=', program.workspaceId)
      .where('user_id', '=', stage.demo.user.id)
      .execute()
    await send(stage.service.app, 'POST', `/api${at(program, program.partnerId)}/notes`, {
      bearer: colleague,
      body: { text: 'Of a colleague.' },
    })
    const page = await stage.open(at(program, program.partnerId))
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByLabel('New note').fill('My own.')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByRole('listitem').filter({ hasText: 'My own.' }).getByRole('button').first().waitFor()
    const theirs = notes.getByRole('listitem').filter({ hasText: 'Of a colleague.' })
    expect(await theirs.getByRole('button').count()).toBe(0)
  })

  test('tags are added and removed, and choose partners in the list', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(at(program, program.partnerId))
    const tags = page.getByRole('region', { name: 'Tags' })
    for (const tag of ['VIP', 'blog']) {
      await tags.getByLabel('Another tag').fill(tag)
      await tags.getByRole('button', { name: 'Add tag' }).click()
      await tags.getByRole('button', { name: `Remove the tag ${tag.toLowerCase()}` }).waitFor()
    }
    await tags.getByRole('button', { name: 'Remove the tag blog' }).click()
    await page.getByText('Pat is not blog any more.').first().waitFor()
    await page.getByRole('link', { name: 'All partners' }).click()
    await page.getByRole('heading', { name: 'Partners' }).waitFor()
    await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('vip')
    await page.waitForURL(/tag=vip/)
    await page.getByRole('row', { name: /Pat/ }).getByText('vip').waitFor()
    await page.goto(addressOf(`/programs/${program.id}/partners?tag=blog`))
    await page.getByText('No partner is tagged blog').waitFor()
  })

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('keeps nobody out, in %s at %i px', async (colorScheme, width) => {
    const { program } = stage.demo
    const { partner_id: partnerId } = await stage.service.database.kysely
      .selectFrom('commissions')
      .select('partner_id')
      .where('program_id', '=', program.id)
      .limit(1)
      .executeTakeFirstOrThrow()
    const page = await stage.open(at(program, partnerId), { colorScheme, width })
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByLabel('New note').fill(`Wants to be paid in May.\nhttps://${'long'.repeat(30)}.example`)
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByRole('listitem').first().waitFor()
    const tags = page.getByRole('region', { name: 'Tags' })
    await tags.getByLabel('Another tag').fill(`top ${width} ${colorScheme}`)
    await tags.getByRole('button', { name: 'Add tag' }).click()
    await tags.getByRole('button', { name: `Remove the tag top ${width} ${colorScheme}` }).waitFor()
    await page.getByRole('region', { name: 'Commissions' }).getByRole('listitem').first().waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await shoot(page, `${colorScheme}-${width}`)
    await page.getByRole('link', { name: 'All partners' }).click()
    await page.getByRole('combobox', { name: 'Tag' }).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await shoot(page, `list-${colorScheme}-${width}`)
  })
})
