import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { insertApplication, insertStep } from '../../server/src/partners/enrollments/applications.sql.ts'
import { createTestPartner, send, signInMember, type TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { cards, csvFile, download, focusedText, hasFocus, readWidth, rows, toast, undo } from './actions.ts'
import { addFailedMail } from './failed-mail.ts'
import { absoluteUrl, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const PHONE_PX = 390

const at = (program: { id: number }, path: string | number = '') =>
  `/programs/${program.id}/partners${path === '' ? '' : `/${path}`}`
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describeInChromium('the partners', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('in an empty program, one is added and approved, and its link can be copied', async () => {
    const program = await stage.emptyProgram()
    const { kysely } = stage.service.database
    for (const table of ['link_codes', 'links', 'program_enrollments'] as const) {
      await kysely.deleteFrom(table).where('program_id', '=', program.id).execute()
    }
    const page = await stage.open(at(program))
    await page.getByText('No partners yet').waitFor()
    await page.getByRole('button', { name: 'Add your first partner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nora Berg')
    // A press outside the form doesn't lose its input.
    await page.mouse.click(5, 400)
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Nora Berg')
    await dialog.getByLabel('Email', { exact: true }).fill('nora@partners.example')
    // The code is derived from the name; the first link also asks for the program's site.
    expect(await dialog.getByLabel('Link code').inputValue()).toBe('nora-berg')
    await dialog.getByLabel('Your site').fill('shop.example/start')
    await dialog.getByText('https://shop.example/start?aff=nora-berg').waitFor()
    await dialog.getByLabel('Link code').fill(`nora-${program.id}`)
    expect(await dialog.getByLabel('Send a welcome email').isChecked()).toBe(true)
    expect(await dialog.getByLabel('Approve immediately').isChecked()).toBe(true)
    await dialog.getByLabel('Approve immediately').uncheck()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add partner' }).click()
    await hasFocus(page.getByRole('heading', { name: 'Nora Berg', level: 1 }))
    await page.getByText('Added by your team or via the API').waitFor()
    await region(page, 'Profile').getByText('Pending', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await region(page, 'Profile').getByText('Approved', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'All partners' }).click()
    await page
      .getByRole('row', { name: /Nora Berg/ })
      .getByText('Approved')
      .waitFor()
    await page.getByText('https://shop.example/start').waitFor()
    await page.getByTitle(`https://shop.example/start?aff=nora-${program.id}`).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link for Nora Berg' }).click()
    await page.getByRole('button', { name: 'Copied link for Nora Berg' }).waitFor()
    await page.context().clearPermissions()
  })

  test('are searched and sorted by any column, with the API’s numbers, and both choices are kept in the URL', async () => {
    const program = stage.demo.program
    const page = await stage.open(at(program))
    const head = (name: string) => page.getByRole('columnheader', { name })
    for (const name of ['Partner', 'Status', 'Link', 'Clicks', 'Leads', 'Sales', 'Revenue', 'Commission']) {
      await expect.poll(() => head(name).getAttribute('aria-sort')).toBe('none')
    }
    await settled(page)
    const read = (url: string) => page.evaluate(async (to) => (await (await fetch(to)).json()).data, url)
    const listed: { id: number; name: string }[] = await read(`/api/programs/${program.id}/partners`)
    const ids = listed.map(({ id }) => id).join(',')
    const numbers: { partnerId: number; clicks: number }[] = await read(
      `/api/programs/${program.id}/partner-metrics?partnerIds=${ids}&period=30d`,
    )
    const clicksCell = (name: string) =>
      page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('cell')
        .nth(3)
        .innerText()
    for (const { id, name } of listed.filter((one) =>
      stage.demo.partners.some((of) => of.name === one.name),
    )) {
      const of = numbers.find(({ partnerId }) => partnerId === id)
      expect(await clicksCell(name)).toBe(of?.clicks.toLocaleString('en-US'))
    }
    const clicks = async () =>
      (await rows(page).locator('td:nth-child(4)').allInnerTexts()).map((text) =>
        Number(text.replaceAll(',', '')),
      )
    await head('Clicks').getByRole('button').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/sort=clicks/)
    await expect.poll(() => head('Clicks').getAttribute('aria-sort')).toBe('descending')
    await expect.poll(clicks).toEqual((await clicks()).toSorted((a, b) => b - a))
    const most = (await clicks())[0] ?? 0
    await page.keyboard.press('Space')
    await page.waitForURL(/direction=asc/)
    await page.reload()
    await expect.poll(async () => (await clicks()).at(-1)).toBe(most)
    await head('Revenue').getByRole('button').click()
    await page.getByRole('combobox', { name: 'Sort currency' }).selectOption('EUR')
    await page.waitForURL(/currency=EUR/)
    const [first, second] = stage.demo.partners
    await page.getByLabel('Search partners').fill((first?.name ?? '').slice(0, 5).toUpperCase())
    await page.getByRole('row', { name: new RegExp(second?.name ?? '') }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: new RegExp(first?.name ?? '') }).waitFor()
    await page.waitForURL(/search=/)
    await page.getByLabel('Search partners').fill('no such partner')
    await page.getByText('No partners match these filters').waitFor()
  })

  test('show the chosen columns, keep the name while scrolling, and become cards on a phone', async () => {
    const page = await stage.open(at(stage.demo.program))
    const [partner] = stage.demo.partners
    const name = page.getByRole('button', { name: partner?.name ?? '', exact: true })
    await name.waitFor()
    const head = (of: string) => page.getByRole('columnheader', { name: of })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Leads' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Added' }).press('Enter')
    await page.keyboard.press('Escape')
    await head('Leads').waitFor({ state: 'detached' })
    await page.reload()
    await head('Added').waitFor()
    expect(await head('Leads').count()).toBe(0)

    // A view restores filters, order and columns; its URL contains everything except the columns.
    const menu = async (button: string, item: string) => {
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await page.getByRole('radio', { name: 'Approved' }).click()
    await head('Clicks').getByRole('button').click()
    await page.waitForURL(/status=approved.*sort=clicks|sort=clicks.*status=approved/)
    await menu('Views', 'Save current view…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Best')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await dialog.waitFor({ state: 'detached' })
    await toast(page, 'View “Best” saved.')
    await page.goto(absoluteUrl(at(stage.demo.program)))
    await menu('Columns', 'Reset to default')
    await head('Leads').waitFor()
    await menu('Views', 'Best')
    await page.waitForURL(/status=approved.*sort=clicks|sort=clicks.*status=approved/)
    await head('Added').waitFor()
    expect(await head('Leads').count()).toBe(0)
    await menu('Views', 'Manage views…')
    await dialog.getByRole('button', { name: 'Rename Best' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Top partners')
    await dialog.getByRole('button', { name: 'Rename view' }).click()
    await dialog.getByText('Top partners').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete Top partners' }).click()
    await dialog.getByText('No views left.').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.setViewportSize({ width: 700, height: 860 })
    const left = async () => (await name.boundingBox())?.x
    const before = await left()
    await page.getByRole('region', { name: 'Partners', exact: true }).evaluate((box) => box.scrollBy(300, 0))
    await expect.poll(left).toBe(before)

    await page.setViewportSize({ width: PHONE_PX, height: 860 })
    const card = cards(page, 'Partners').filter({ hasText: partner?.name ?? '' })
    await card.getByText('Clicks').waitFor()
    await card
      .getByText(/^\$[\d,]+\.\d\d/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Sorted by Clicks' }).click()
    await page.getByRole('menuitem', { name: 'Revenue' }).click()
    await page.waitForURL(/sort=revenue/)
    await page.getByRole('button', { name: 'Sorted by Revenue' }).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBe(PHONE_PX)
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitem', { name: 'Reset to default' }).click()
    await head('Leads').waitFor()
  })

  test("a pending partner's clicks aren't counted, and the list says so before approval; a rejected partner's clicks aren't either", async () => {
    const program = await stage.emptyProgram()
    const { code, partnerId } = await createTestPartner(stage.service, program, 'pending')
    const click = async () => {
      const body = { affiliate_url: `https://shop.test/?aff=${code}` }
      return (await send(stage.service.app, 'POST', '/api/v1/track/click', { body })).body.success
    }
    expect([await click(), await click()]).toEqual([false, false])
    const page = await stage.open(`${at(program)}?status=pending`)
    await rows(page).filter({ hasText: 'Pending' }).getByText('2 clicks not counted').waitFor()
    await page.getByRole('button', { name: 'Approve Pat' }).click()
    await page.getByText('No pending partners').waitFor()
    expect(await click()).toBe(true)
    await page.goto(absoluteUrl(at(program, partnerId)))
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Reject…' }).click()
    const question = page.getByRole('dialog', { name: 'Reject Pat?' })
    await question.getByText('activity in the meantime is lost').waitFor()
    await question.getByRole('button', { name: 'Reject partner' }).click()
    await region(page, 'Profile').getByText('aren’t attributed until you approve them.').waitFor()
    expect(await click()).toBe(false)
  })

  test("a partner's page shows their application, emails, links, tags and notes", async () => {
    const program = await stage.emptyProgram()
    await withHistory(program)
    const look = { colorScheme: 'dark', width: PHONE_PX } as const
    const page = await stage.open(`${at(program)}?open=${program.partnerId}&period=7d`, look)
    await page.waitForURL(`**${at(program, program.partnerId)}?period=7d`)
    await page.getByRole('heading', { name: 'Pat', level: 1 }).waitFor()
    await region(page, 'Profile').getByRole('link', { name: 'https://blog.example/about' }).waitFor()
    await region(page, 'Application')
      .getByText(/^Version 3, accepted /)
      .waitFor()
    await region(page, 'Application').getByText('On my blog,').waitFor()
    await region(page, 'Commissions').getByText('No commissions yet').waitFor()
    await region(page, 'Payouts').getByText('No payouts yet').waitFor()
    const mails = region(page, 'Emails')
    await mails.getByText('3 attempts: The mailbox is full.').waitFor()
    await mails.getByRole('button', { name: /^Resend/ }).click()
    await mails.getByText('Pending', { exact: true }).waitFor()

    const links = region(page, 'Links')
    const code = links.getByLabel('New link code')
    await code.fill(`second-${program.id}`)
    await links.getByRole('button', { name: 'Create link' }).click()
    await links.getByRole('button', { name: `Deactivate link second-${program.id}` }).click()
    await links.getByRole('button', { name: `Activate link second-${program.id}` }).waitFor()
    await code.fill(program.code)
    await code.press('Enter')
    await links.getByText('This code is taken.').waitFor()
    expect(await code.getAttribute('aria-invalid')).toBe('true')

    const notes = region(page, 'Notes')
    await notes.getByLabel('New note').fill('Calls on Mondays.')
    await notes.getByRole('button', { name: 'Add note' }).click()
    const note = notes.getByRole('listitem')
    await note.getByText('Calls on Mondays.').waitFor()
    await note.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit note' })
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Calls on Tuesdays.')
    // Another member saves first.
    await stage.service.database.kysely
      .updateTable('partner_notes')
      .set({ text: 'Never calls.', version: 2, edited_at: stage.service.clock.now(), edited_by: 'key:1' })
      .where('program_id', '=', program.id)
      .execute()
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await dialog.getByText('It now reads: Never calls.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Calls on Tuesdays.')
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await note.getByText(/; edited by /).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBe(PHONE_PX)
    await note.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete note' }).click()
    await notes.getByText('No notes yet').waitFor()
    await expect.poll(() => focusedText(page)).toBe('Pat')
    await undo(page, 'Note deleted.')
    await note.getByText('Calls on Tuesdays.').waitFor()

    const tags = region(page, 'Tags')
    for (const tag of ['VIP', 'blog']) {
      await tags.getByLabel('New tag').fill(tag)
      await tags.getByRole('button', { name: 'Add tag' }).click()
      await tags.getByRole('button', { name: `Remove tag ${tag.toLowerCase()}` }).waitFor()
    }
    await tags.getByRole('button', { name: 'Remove tag blog' }).click()
    await undo(page, 'Tag blog removed from Pat.')
    await tags.getByRole('button', { name: 'Remove tag blog' }).waitFor()
    await tags.getByRole('button', { name: 'Remove tag vip' }).click()
    await undo(page, 'Tag vip removed from Pat.')
    await tags.getByRole('button', { name: 'Remove tag blog' }).click()
    await toast(page, 'Tag blog removed from Pat.')
    await page.goto(absoluteUrl(`${at(program)}?tag=blog`))
    await page.getByText('No partners match these filters').waitFor()
    await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('vip')
    await cards(page, 'Partners').filter({ hasText: 'Pat' }).getByText('vip').waitFor()
    await page.goto(absoluteUrl(at(program, 'none')))
    await page.getByText('Page not found').waitFor()
  })

  test('are found by email in a long list, and identified in the URL', async () => {
    const program = await stage.emptyProgram()
    await sql`
      with made as (
        insert into partners (workspace_id, name, email, created_at)
        select ${program.workspaceId}, 'Many ' || n, 'many-' || n || '@picker.example', now()
        from generate_series(1, 205) n
        returning id, created_at
      )
      insert into program_enrollments (program_id, partner_id, workspace_id, status, created_at)
      select ${program.id}, id, ${program.workspaceId}, 'approved', created_at + id * interval '1 second'
      from made`.execute(stage.service.database.kysely)
    const page = await stage.open(`/programs/${program.id}/customers`)
    const picker = page.getByRole('combobox', { name: 'Partner' })
    const offered = async () => (await picker.getByRole('option').allInnerTexts()).includes('Many 3')
    await page.getByLabel('Find a partner').waitFor()
    expect(await offered()).toBe(false)
    await page.getByLabel('Find a partner').fill('many-3@')
    await expect.poll(offered).toBe(true)
    await picker.selectOption({ label: 'Many 3' })
    await page.waitForURL(/partner=\d+/)
    await page.reload()
    await expect.poll(() => picker.locator('option:checked').innerText()).toBe('Many 3')
  })

  test('members can only change their own notes', async () => {
    const program = await stage.emptyProgram()
    const bearer = await signInMember(stage.service, program, { role: 'member' })
    await stage.service.database.kysely
      .updateTable('workspace_members')
      .set({ role: 'member' })
      .where('workspace_id', '=', program.workspaceId)
      .where('user_id', '=', stage.demo.user.id)
      .execute()
    const body = { text: 'Written by a colleague.' }
    await send(stage.service.app, 'POST', `/api${at(program, program.partnerId)}/notes`, { bearer, body })
    const page = await stage.open(at(program, program.partnerId))
    const notes = region(page, 'Notes')
    await notes.getByLabel('New note').fill('Written by me.')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes
      .getByRole('listitem')
      .filter({ hasText: 'Written by me.' })
      .getByRole('button')
      .first()
      .waitFor()
    const theirs = notes.getByRole('listitem').filter({ hasText: 'Written by a colleague.' })
    expect(await theirs.getByRole('button').count()).toBe(0)
  })

  test('are imported from a file after a preview of each row', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(at(program), { width: PHONE_PX })
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import partners' })
    const look = async (file?: string | Buffer) => {
      if (file !== undefined) await dialog.getByLabel('CSV file').setInputFiles(csvFile(file))
      await dialog.getByRole('button', { name: 'Review rows' }).click()
    }
    await look()
    await dialog.getByText('Choose a file.').waitFor()
    await look(Buffer.from('name,email\nJos\xe9,jose@partners.example', 'latin1'))
    await dialog.getByText(/Line 2: the file is neither UTF-8 nor UTF-16/).waitFor()
    const late = `late-${program.id}@partners.example`
    await look(`name,email\nLate,${late}`)
    await dialog.getByText('1 partner to add.').waitFor()
    const bearer = await signInMember(stage.service, program)
    const body = { name: 'Late', email: late }
    await send(stage.service.app, 'POST', `/api${at(program)}`, { bearer, body })
    await dialog.getByRole('button', { name: 'Import 1 partner' }).click()
    await dialog.getByText(/The outcome has changed since the preview/).waitFor()
    await dialog.getByRole('button', { name: 'Choose another file' }).click()
    const example = await download(page, () =>
      dialog.getByRole('button', { name: 'Download example file' }).click(),
    )
    expect(example.name).toBe('partners-example.csv')
    await look(
      [
        'Name;Email;Code;Phone',
        `Nora Berg;nora-${program.id}@partners.example;nora-${program.id};1`,
        `Sam Lee;sam-${program.id}@partners.example;;2`,
        `Nora Again;NORA-${program.id}@partners.example;;3`,
        'Nobody;nobody;;4',
        `Taken;taken-${program.id}@partners.example;${program.code};5`,
      ].join('\r\n'),
    )
    await dialog.getByText('2 partners to add, 3 rows skipped. Ignored columns: Phone.').waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByLabel('Problems only').check()
    await expect.poll(() => dialog.locator('tbody tr').count()).toBe(3)
    await dialog.getByText('Line 2 has the same email.').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 partners' }).click()
    await dialog.getByText('2 partners added, each with their own link.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Sam Lee').first().waitFor()
  })
})

describeInChromium('the customers', () => {
  test('a customer is attributed to a partner with a reason; another customer is exported, then erased once the key is typed', async () => {
    stage = await openStage({ isOwn: true })
    const key = stage.demo.customerKey
    const page = await stage.open(`/programs/${stage.demo.program.id}/customers?key=${key}`)
    await page.getByRole('button', { name: 'Attribute customer…' }).click()
    const attributing = page.getByRole('dialog', { name: 'Attribute customer' })
    await attributing.getByLabel('Customer key').fill('coupon-1')
    await attributing.getByLabel('Partner', { exact: true }).selectOption({ index: 1 })
    await attributing.getByText('This customer is new', { exact: false }).waitFor()
    await attributing.getByRole('button', { name: 'Attribute customer' }).click()
    await attributing.getByText('Enter a reason.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await attributing.getByLabel('Reason').fill('Coupon')
    await attributing.getByRole('button', { name: 'Attribute customer' }).click()
    await page.getByText('coupon-1 is attributed to', { exact: false }).waitFor()

    const choose = async (item: string) => {
      await page.getByRole('button', { name: `Actions for ${key}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const file = await download(page, () => choose('Export personal data'))
    expect(file.name).toBe('person.json')
    expect(JSON.parse(file.text).data.rows.customers).toMatchObject([{ customer_key: key }])
    await choose('Erase personal data')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Enter the customer key to confirm').fill('another customer')
    await dialog.getByRole('button', { name: 'Erase personal data' }).click()
    await dialog.getByText('Enter the key exactly as shown above.').waitFor()
    await dialog.getByLabel('Enter the customer key to confirm').fill(key)
    await dialog.getByRole('button', { name: 'Erase personal data' }).click()
    await toast(page, /^Personal data erased\. Remaining records are stored under erased-/)
    await page.getByText('No customers match these filters').waitFor()
  })
})

/** The partner applied, and the approval email failed. */
async function withHistory(program: TestProgram) {
  const { kysely } = stage.service.database
  const at = stage.service.clock.now()
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
      language: 'en',
      invitation_id: null,
      status: 'approved',
      at,
    }),
  )
  if (application === undefined) throw new Error('the program already has an application of this email')
  await kysely
    .updateTable('applications')
    .set({ partner_id: program.partnerId })
    .where('program_id', '=', program.id)
    .where('id', '=', application.id)
    .execute()
  await insertStep(kysely, application, { kind: 'applied', actorId: null, at })
  const data = JSON.stringify({ programId: program.id, programName: 'Acme partners', slug: '' })
  await addFailedMail(stage, program, {
    kind: 'application_approved',
    recipient: email.toLowerCase(),
    data,
    attempts: 3,
    last_error: 'The mailbox is full.',
  })
}
