import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setPayoutDetails } from '../../server/src/earnings/payout-details/change-payout-details.flow.ts'
import { createTestPartner, send, startSession, type TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { cards, csvFile, download, focusedText, readWidth, rows, toast, undo } from './actions.ts'
import { absoluteUrl, findBarriers, openStage, type Stage, settled } from './stage.ts'
import { createTracker } from './tracking.ts'

/** From reviewing a commission to paying it out. */
let stage: Stage

const PHONE_PX = 390
const path = (page: string) => `/programs/${stage.demo.program.id}/${page}`
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (commission|payout) \d/ })

/** Returns the number of rows of a non-empty list, without the header. */
async function countRows(page: Page) {
  await rows(page).nth(1).waitFor()
  await settled(page)
  return (await rows(page).count()) - 1
}

async function callAsTeam(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) {
  const bearer = await startSession(stage.service, stage.demo.user.id)
  return send(stage.service.app, method, `/api/programs/${url}`, { bearer, ...(body && { body }) })
}

describeInChromium('reviewing commissions', () => {
  beforeAll(async () => {
    stage = await openStage({ isOwn: true })
  })

  test('approves everything that matches the filters in two clicks, and no other pending commissions', async () => {
    const page = await stage.open(path('commissions?currency=VND'))
    await page.getByRole('button', { name: 'Approve all pending' }).click()
    const dialog = page.getByRole('dialog', { name: /^Approve \d+ commissions?\?$/ })
    await dialog.getByText(/^₫[\d,]+ for \d partners?\.$/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await toast(page, /commissions? approved\.$/)
    await page.getByRole('button', { name: 'Approve all pending' }).waitFor({ state: 'detached' })
    await page.goto(absoluteUrl(path('commissions?status=pending&currency=VND')))
    await page.getByText('No commissions match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await countRows(page)
  })

  test('approves one in its panel, with the reviewer in its history', async () => {
    const page = await stage.open(path('commissions?status=pending'))
    await settled(page)
    const name = await rows(page).nth(1).getByRole('button').innerText()
    await rows(page).nth(1).getByRole('button').click()
    const panel = page.getByRole('dialog', { name: /^Commission \d+$/ })
    await panel.getByText('No changes since this commission was created.').waitFor()
    await panel.getByRole('button', { name: 'Approve' }).click()
    const question = page.getByRole('dialog', { name: 'Approve 1 commission?' })
    await question.getByText(/\d for 1 partner\.$/).waitFor()
    await question.getByText('Approve', { exact: true }).click()
    await toast(page, '1 commission approved.')
    // The row is no longer in the list of pending commissions, but its panel stays open.
    await expect.poll(async () => (await rows(page).allInnerTexts()).join()).not.toContain(name)
    await panel.getByText('Pending → Approved').waitFor()
    await panel.getByText(/^By Demo owner/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await undo(page, '1 commission approved.')
    await toast(page, 'Approval of 1 commission withdrawn.')
    await panel.getByText('Approved → Pending').waitFor()
  })

  test('rejects several commissions at once and records the reason in each one’s history, on a phone in dark mode', async () => {
    const search = 'commissions?status=pending&currency=EUR'
    const page = await stage.open(path(search), { colorScheme: 'dark', width: PHONE_PX })
    const listed = cards(page, 'Commissions')
    await listed.first().getByText(/^€/).first().waitFor()
    await settled(page)
    const before = await listed.count()
    await boxes(page).nth(0).check()
    await boxes(page).nth(1).check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Reject' }).click()
    const question = page.getByRole('dialog', { name: 'Reject 2 commissions?' })
    await question.getByText(/^€[\d,]+\.\d\d for [12] partners?\.$/).waitFor()
    await question.getByRole('button', { name: 'Reject' }).click()
    await question.getByText('Enter a reason.').waitFor()
    await question.getByLabel('Reason').fill('Bought through an own link')
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBe(PHONE_PX)
    await question.getByRole('button', { name: 'Reject' }).click()
    await toast(page, '2 commissions rejected.')
    await expect.poll(() => listed.count()).toBe(before - 2)
    await page.goto(absoluteUrl(path('commissions?status=reversed&currency=EUR')))
    await listed.first().getByRole('button').first().click()
    await page.getByText('Bought through an own link').waitFor()
  })

  test('approves many in batches: an error shows the progress, and the rest can be resumed', async () => {
    const page = await stage.open(path('commissions?status=pending'))
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(51)
    await settled(page)
    await page.getByRole('checkbox', { name: 'Select all commissions shown' }).check()
    const total = await page.getByRole('checkbox', { name: /^Select commission \d/, checked: true }).count()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    let calls = 0
    await page.route('**/commissions/approve', (route) =>
      ++calls === 2 ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('status').getByText(`Approved 50 of ${total}.`).waitFor()
    await dialog.getByText('Something went wrong').waitFor()
    await dialog.getByRole('button', { name: `Continue with ${total - 50}` }).click()
    await toast(page, `${total} commissions approved.`)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Commissions')
    expect(calls).toBe(Math.ceil(total / 50) + 1)
  })

  test("members can view the list, viewers a single commission, and neither sees actions they can't use", async () => {
    const members = stage.service.database.kysely
      .updateTable('workspace_members')
      .where('user_id', '=', stage.demo.user.id)
    try {
      await members.set({ role: 'member' }).execute()
      const page = await stage.open(path('commissions?status=approved'))
      await countRows(page)
      expect(await page.getByRole('checkbox').count()).toBe(0)
      await rows(page).nth(1).getByRole('button').click()
      await page.getByRole('dialog').getByText('History', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: /Approve|Reject|Mark as paid/ }).count()).toBe(0)

      await members.set({ role: 'viewer' }).execute()
      const rejected: string[] = []
      page.on('response', (answer) => answer.status() === 403 && rejected.push(answer.url()))
      await page.reload()
      const panel = page.getByRole('dialog', { name: /^Commission \d+$/ })
      await panel.getByText(/^For /).first().waitFor()
      await settled(page)
      expect(rejected).toEqual([])
      // Copy and Close, which are icons.
      expect(await panel.getByRole('button').allInnerTexts()).toEqual(['', ''])
      expect(await panel.getByText('History', { exact: true }).count()).toBe(0)
      await panel.getByRole('button', { name: 'Close' }).click()
      await page.getByText('Your role can’t view commissions').waitFor()
    } finally {
      await members.set({ role: 'owner' }).execute()
    }
  })
})

describeInChromium('refunding a sale', () => {
  test('in part, after a confirmation: the commission is reduced too, and both show the reason', async () => {
    const { kysely } = stage.service.database
    const { id, transaction_id, amount_cents } = await kysely
      .selectFrom('sale_events as s')
      .innerJoin('commissions as c', (join) =>
        join.onRef('c.program_id', '=', 's.program_id').onRef('c.sale_id', '=', 's.id'),
      )
      .select(['s.id', 's.transaction_id', 's.amount_cents'])
      .where('s.currency', '=', 'USD')
      .where('s.status', '=', 'paid')
      .where('c.status', 'in', ['pending', 'approved'])
      .where('c.payout_id', 'is', null)
      .orderBy('s.id')
      .executeTakeFirstOrThrow()
    const page = await stage.open(path(`events?open=sale-${id}`))
    const panel = page.getByRole('dialog', { name: 'Sale' })
    await panel.getByText('No refunds.').waitFor()
    await panel.getByRole('button', { name: 'Record refund…' }).click()
    const form = page.getByRole('dialog', { name: `Refund ${transaction_id}` })
    await form.getByLabel('Amount (USD)').fill('1,250')
    await form.getByRole('button', { name: 'Continue' }).click()
    await form
      .getByText('Enter an amount with up to two decimal places and no thousands separators')
      .waitFor()
    await form.getByText('Enter a reason.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await form.getByLabel('Amount (USD)').fill(String(Number(amount_cents) / 200))
    await form.getByLabel('Reason').fill('Half of the order was returned')
    await form.getByRole('button', { name: 'Continue' }).click()
    const confirmation = page.getByRole('dialog', { name: /^Record a refund of \$/ })
    await confirmation.getByText('proportionally').waitFor()
    await confirmation.getByRole('button', { name: 'Record refund' }).click()
    await toast(page, /^Refund of \$.* recorded\.$/)
    await panel.getByText('Half of the order was returned').waitFor()
    await panel.getByText('Partially refunded').waitFor()
    await panel.getByText(/was reversed\.$/).waitFor()
    const sales = kysely.selectFrom('sale_events').select(['refunded_cents', 'status'])
    const sale = await sales.where('id', '=', id).executeTakeFirstOrThrow()
    expect(sale).toEqual({ refunded_cents: Number(amount_cents) / 2, status: 'paid' })

    await queueDuplicate(id)
    await page.reload()
    await panel
      .getByText('Your server reported a refund that may be the same one.', { exact: false })
      .waitFor()
    expect(await panel.getByRole('link', { name: 'Review event' }).getAttribute('href')).toBe(
      path('payments'),
    )
    await page.goto(absoluteUrl(path(`explain?q=${transaction_id}`)))
    await page.getByText('Two of its refunds may be the same one.', { exact: false }).waitFor()
    expect(await page.getByRole('link', { name: 'Review refund' }).getAttribute('href')).toBe(
      path('payments'),
    )
    await page.goto(absoluteUrl(path(`events?open=sale-${id}`)))

    await panel.getByRole('button', { name: 'Undo refund…' }).click()
    const undo = page.getByRole('dialog', { name: /^Undo the refund of \$/ })
    await undo.getByLabel('Reason').fill('Entered for the wrong sale')
    await undo.getByRole('button', { name: 'Undo refund' }).click()
    await toast(page, /^Refund of \$.* undone\.$/)
    await panel.getByText('Undone, no longer counted').waitFor()
    expect(await sales.where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      refunded_cents: 0,
      status: 'paid',
    })

    const whole = await kysely
      .selectFrom('sale_events')
      .select('id')
      .where('status', '=', 'refunded')
      .executeTakeFirstOrThrow()
    await page.goto(absoluteUrl(path(`events?open=sale-${whole.id}`)))
    await panel.getByText(/ refunded\.$/).waitFor()
    await panel.getByText('requested_by_customer').waitFor()
    expect(await panel.getByRole('button', { name: 'Record refund…' }).count()).toBe(0)
  })
})

/** Inserts an event for review for a refund that the server reported under a different ID. */
async function queueDuplicate(saleId: number): Promise<void> {
  const { clock, database } = stage.service
  const refund = await database.kysely
    .selectFrom('refund_events')
    .select(['id', 'program_id', 'amount_cents'])
    .where('sale_id', '=', saleId)
    .executeTakeFirstOrThrow()
  await database.kysely
    .insertInto('events_for_review')
    .values({
      program_id: refund.program_id,
      processor: 'server',
      event_id: 'refund-of-server',
      type: 'refund',
      reason: 'possible_duplicate_refund',
      amount_cents: refund.amount_cents,
      currency: 'USD',
      sale_id: saleId,
      refund_event_id: refund.id,
      occurred_at: clock.now(),
      created_at: clock.now(),
    })
    .execute()
}

describeInChromium('paying partners', () => {
  beforeAll(async () => {
    stage = await openStage({ isOwn: true })
  })

  test('a partner whose payouts are paused is listed with the reason, and payouts can be resumed', async () => {
    const page = await stage.open(path('partners'))
    await rows(page).filter({ hasText: 'Tech Weekly' }).getByRole('button').first().click()
    const paused = page.getByRole('region', { name: 'Payouts paused' })
    const menu = page.getByRole('button', { name: 'More', exact: true })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Pause payouts…' }).click()
    const question = page.getByRole('dialog', { name: 'Pause payouts to Tech Weekly?' })
    await question.getByRole('button', { name: 'Pause payouts' }).click()
    await question.getByText('Enter a reason.').waitFor()
    await question.getByLabel('Reason').fill('Tax form is missing')
    expect(await findBarriers(page)).toEqual([])
    await question.getByRole('button', { name: 'Pause payouts' }).click()
    await paused.getByText(/^Payouts paused since .*: Tax form is missing$/).waitFor()
    const partnerUrl = page.url()
    await page.goto(absoluteUrl(path('payouts?view=balances')))
    const row = rows(page).filter({ hasText: 'Tech Weekly' })
    await row.getByText('Payouts paused').waitFor()
    await row.getByText('Tax form is missing').waitFor()
    await page.goto(partnerUrl)
    await paused.getByRole('button', { name: 'Resume payouts' }).click()
    await toast(page, 'Payouts to Tech Weekly resumed.')
    await paused.waitFor({ state: 'detached' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Pause payouts…' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('creates, exports, imports, manually pays and cancels payouts, and updates the balances', async () => {
    const page = await stage.open(path('payouts?view=balances'))
    const owed = () => rows(page).filter({ hasText: 'Tech Weekly' }).locator('td').nth(4).innerText()
    await expect.poll(owed).toMatch(/^\$[1-9]/)
    await page.getByRole('radio', { name: 'Payouts' }).click()
    await page.getByText('No payouts yet').waitFor()
    await page.getByRole('button', { name: 'Create payouts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create payouts' })
    const sums = dialog.getByRole('region', { name: 'Payout preview' })
    await sums.getByText(/^\d+ payouts from \d+ commissions$/).waitFor()
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByLabel('Minimum payout (USD)').fill('1000000')
    await sums.getByText('Nothing is due now.').waitFor()
    await dialog.getByLabel('Minimum payout (USD)').fill('nothing')
    await expect.poll(() => sums.count()).toBe(0)
    await dialog.getByRole('button', { name: 'Create payouts' }).click()
    await dialog
      .getByText('Enter an amount with up to two decimal places and no thousands separators')
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByLabel('Minimum payout (USD)').fill('1')
    await sums.getByText(/^3 payouts from \d+ commissions$/).waitFor()
    const amount = await sums.getByText(/^\$[\d,]+\.\d\d$/).innerText()
    await dialog.getByRole('button', { name: 'Create payouts' }).click()
    await toast(page, `3 payouts created: ${amount}.`)
    await expect.poll(() => rows(page).count()).toBe(4)

    // The second is paid by file. The first export is interrupted.
    await page.route('**/payouts/export.csv*', (route) => route.abort(), { times: 1 })
    await page.getByRole('link', { name: 'Export payouts' }).click()
    await toast(page, /^The export stopped after 0 kB\. Nothing was saved\./)
    const exported = await download(page, () => page.getByRole('link', { name: 'Export payouts' }).click())
    const lines = exported.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    const columns = lines[0]?.replace(/^\uFEFF/, '').split(',') ?? []
    const cells = lines[2]?.split(',') ?? []
    cells[columns.indexOf('status')] = 'paid'
    cells[columns.indexOf('reference')] = 'wire-1'
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const importing = page.getByRole('dialog', { name: 'Import payouts' })
    const chooseAndImport = async (text: string) => {
      await importing.getByLabel('CSV file').setInputFiles(csvFile(text))
      // Selecting another file clears the previous error.
      expect(await importing.locator('.text-bad, [aria-invalid=true], [role=alert]').count()).toBe(0)
      await importing.getByRole('button', { name: 'Import' }).click()
    }
    await importing.getByRole('button', { name: 'Import' }).click()
    await importing.getByText('Choose a file.').waitFor()
    await chooseAndImport('payout_id,currency,amount_cents,status,reference\n999999,USD,100,paid,\n')
    await importing.getByRole('alert').getByText('Line 2').waitFor()
    await chooseAndImport([lines[0], cells.join(',')].join('\r\n'))
    await toast(page, '1 payout marked as paid. 0 unchanged.')
    await rows(page).filter({ hasText: 'wire-1' }).waitFor()

    // One is paid manually, the last is canceled.
    const open = rows(page).filter({ hasText: 'Open' })
    await open.first().getByRole('button').click()
    const panel = page.getByRole('dialog', { name: /^Payout \d+$/ })
    await panel.getByText('Included commissions').waitFor()
    await panel
      .getByRole('link', { name: / Sale \d+$/ })
      .first()
      .waitFor()
    await panel.getByRole('button', { name: 'Mark as paid' }).click()
    const question = page.getByRole('dialog', { name: /^Mark \$.* as paid\?$/ })
    await question.getByLabel('Payment reference').fill('wire-2')
    await question.getByRole('button', { name: 'Mark as paid' }).click()
    await panel.getByText('wire-2').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await open.first().getByRole('button').click()
    await panel.getByRole('button', { name: 'Cancel payout' }).click()
    const canceling = page.getByRole('dialog', { name: 'Cancel this payout?' })
    await canceling.getByRole('button', { name: 'Cancel payout' }).click()
    await panel.getByText('Canceled', { exact: true }).first().waitFor()
    // A toast doesn't handle Escape.
    await page.locator('ol > li').first().waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.locator('ol > li').count()).toBeGreaterThan(0)

    await page.getByLabel('Status', { exact: true }).selectOption('Paid')
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.getByRole('radio', { name: 'Balances' }).click()
    const paid = () => rows(page).locator('td:nth-child(4)').allInnerTexts()
    await expect.poll(async () => (await paid()).filter((text) => text.startsWith('$'))).toHaveLength(2)
  })

  test('marks several payouts as paid after a review of their totals, and names a payout that was canceled in the meantime', async () => {
    await callAsTeam('POST', `${stage.demo.program.id}/payouts`)
    const page = await stage.open(path('payouts?status=open'), { colorScheme: 'dark', width: PHONE_PX })
    await boxes(page).nth(1).check()
    await boxes(page).nth(0).check()
    const id = (await boxes(page).nth(0).getAttribute('aria-label'))?.replace('Select payout ', '') ?? ''
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    const two = page.getByRole('dialog', { name: 'Mark 2 payouts as paid?' })
    expect((await callAsTeam('POST', `${stage.demo.program.id}/payouts/${id}/cancel`, {})).status).toBe(200)
    await two.getByRole('button', { name: 'Mark as paid' }).click()
    const because = `Nothing was marked as paid because of payout ${id} to .+ \\(canceled\\)`
    await two.getByText(new RegExp(because)).waitFor()
    await two.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('1 selected').waitFor()

    await callAsTeam('POST', `${stage.demo.program.id}/payouts`)
    await page.reload()
    const all = page.getByRole('checkbox', { name: 'Select all payouts shown' })
    await all.check()
    const count = await boxes(page).count()
    const cells = await cards(page, 'Payouts').locator('div:has(> dt:text-is("Amount")) > dd').allInnerTexts()
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    const dialog = page.getByRole('dialog', { name: `Mark ${count} payouts as paid?` })
    const dollars = cells.filter((text) => text.startsWith('$'))
    const sum = dollars.reduce((total, text) => total + Number(text.replaceAll(/[$,]/g, '')), 0)
    const text = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(sum)
    await expect.poll(() => dialog.innerText()).toContain(text)
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBe(PHONE_PX)
    await dialog.getByLabel('Payment reference').fill('transfer 42')
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await toast(page, `${count} payouts marked as paid.`)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toBe('Payouts')
    await page.goto(absoluteUrl(path('payouts?status=paid')))
    await expect.poll(() => page.getByText('transfer 42').count()).toBe(count)
    expect(await boxes(page).count()).toBe(0)
  })

  test('a payout whose commission was refunded warns before it is paid; an approval in a payout can’t be undone', async () => {
    const program = await stage.emptyProgram()
    await recordApprovedSale(program, 'USD')
    const { data: sales } = (await callAsTeam('GET', `${program.id}/commissions`)).body
    const [{ id: commissionId, transactionId }] = sales
    const withdraw = { commissionIds: [commissionId] }
    expect((await callAsTeam('POST', `${program.id}/commissions/withdraw-approval`, withdraw)).status).toBe(
      200,
    )
    const page = await stage.open(`/programs/${program.id}/commissions`)
    await page.getByRole('button', { name: 'Approve all pending' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await toast(page, '1 commission approved.')
    expect((await callAsTeam('POST', `${program.id}/payouts`)).status).toBe(201)
    await undo(page, '1 commission approved.')
    await toast(page, 'Some commissions are paid, reversed or in a payout. Nothing was changed.')
    expect(await page.getByText('Undo', { exact: true }).count()).toBe(0)
    expect(await page.locator('ol > li').getByText('1 commission approved.').count()).toBe(0)

    const refund = await send(stage.service.app, 'POST', '/api/v1/track/refund', {
      bearer: program.liveKey,
      body: { transaction_id: transactionId, refund_amount_cents: 100 },
    })
    expect(refund.status, refund.text).toBe(200)
    await page.goto(absoluteUrl(`/programs/${program.id}/payouts?status=open`))
    await rows(page).nth(1).getByRole('button').click()
    const panel = page.getByRole('dialog', { name: /^Payout \d+/ })
    const warning =
      /^\$[\d.]+ of this payout was refunded after it was created\. To pay \$[\d.]+ instead, cancel it/
    await panel.getByText(warning).waitFor()
    await panel.getByRole('button', { name: 'Mark as paid' }).click()
    const question = page.getByRole('dialog', { name: /^Mark \$.* as paid\?$/ })
    await question.getByText(warning).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await boxes(page).first().check()
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByRole('dialog', { name: 'Mark 1 payout as paid?' }).getByText(warning).waitFor()
  })

  test('a payment file includes all payable payouts and explains the others; a payout is recreated once payout details exist', async () => {
    const program = await stage.emptyProgram()
    await recordApprovedSale(program, 'EUR')
    const page = await stage.open(`/programs/${program.id}/payouts`, { width: PHONE_PX })
    const make = async () => {
      await page.getByRole('button', { name: 'Create payouts' }).first().click()
      return page.getByRole('dialog', { name: 'Create payouts' })
    }
    const before = await make()
    await before.getByText('1 payout is for a partner without payout details: ').waitFor()
    await before.getByRole('button', { name: 'Ask for payout details' }).click()
    await toast(page, '1 email is shown at /dev/mail, not sent.')
    await before.getByText('Asked for payout details on Mar 10, 2026.').waitFor()
    expect(await before.getByRole('button', { name: 'Ask for payout details' }).count()).toBe(0)
    await before.getByRole('button', { name: 'Create payouts' }).click()
    await before.waitFor({ state: 'detached' })
    await cards(page, 'Payouts').first().click()
    const panel = page.getByRole('dialog', { name: /^Payout \d+/ })
    const warning = panel.getByText('The partner has no payout details.', { exact: false })
    await warning.waitFor()
    await panel.getByText('Asked for payout details on Mar 10, 2026.').waitFor()
    expect(await panel.getByRole('button', { name: 'Update details' }).count()).toBe(0)
    await panel.getByRole('button', { name: 'Payment file…' }).click()
    const file = page.getByRole('dialog', { name: /^Payment file for batch/ })
    await file.getByText('None of these payouts can be included in this file').waitFor()
    await file.getByText('the partner has no payout details yet').first().waitFor()
    await file.getByText('Asked for payout details on Mar 10, 2026.').waitFor()
    await file.getByText('Upload the file to your bank, PayPal, or Wise.', { exact: false }).waitFor()
    expect(await file.getByRole('button', { name: 'Download file' }).count()).toBe(0)
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await file.getByRole('button', { name: 'Close' }).last().click()
    await panel.getByRole('button', { name: 'Cancel payout' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel this payout?' })
    await question.getByRole('button', { name: 'Cancel payout' }).click()
    await panel.getByText('Canceled').first().waitFor()
    expect(await warning.count()).toBe(0)
    await page.keyboard.press('Escape')

    await setDetails(program)
    await callAsTeam('PATCH', `${program.id}/payout-settings`, {
      debtor: { name: 'Acme GmbH', iban: 'NL91ABNA0417164300' },
    })
    const again = await make()
    await again.getByText('1 payout from 1 commission').waitFor()
    expect(await again.getByText('without payout details: ').count()).toBe(0)
    await again.getByRole('button', { name: 'Create payouts' }).click()
    await again.waitFor({ state: 'detached' })
    await page.goto(absoluteUrl(`/programs/${program.id}/payouts?status=open`))
    await cards(page, 'Payouts').first().click()
    await panel
      .getByText(/••••|^Version 1$/)
      .first()
      .waitFor()
    await panel.getByRole('button', { name: 'Payment file…' }).click()
    const day = file.getByLabel('Execution date')
    await day.fill('2026-03-09')
    await file.getByRole('button', { name: 'Download file' }).click()
    await file.getByText('The execution date can’t be before today, 2026-03-10.').waitFor()
    await day.fill('2026-04-03')
    await file.getByText('Fri, Apr 3, 2026 is Good Friday, a TARGET holiday.', { exact: false }).waitFor()
    await day.fill('2026-03-20')
    const sepa = await download(page, () => file.getByRole('button', { name: 'Download file' }).click())
    expect(sepa.name).toMatch(/^sepa-\d+-\d+-eur-1\.xml$/)
    expect(sepa.text).toContain('<ReqdExctnDt><Dt>2026-03-20</Dt></ReqdExctnDt>')
    expect(sepa.text).toContain('<IBAN>DE89370400440532013000</IBAN>')

    // The team sees the account masked until it is revealed.
    await page.goto(absoluteUrl(`/programs/${program.id}/partners/${program.partnerId}`))
    const details = page.getByRole('region', { name: 'Payout details' })
    await details.getByText('DE•• •••• 3000').waitFor()
    expect(await details.textContent()).not.toContain('DE8937')
    await details.getByRole('button', { name: 'Show full details' }).click()
    await details
      .getByText('DE89 3704 0044 0532 0130 00')
      .or(details.getByText('DE89370400440532013000'))
      .waitFor()
    await details.getByText('Street 1, 10115, Berlin, DE').waitFor()
  })

  test('three partners with payout details and one without: a payment file takes four clicks', async () => {
    const program = await stage.emptyProgram()
    await recordApprovedSale(program, 'EUR')
    const others = await Promise.all([1, 2, 3].map(() => createTestPartner(stage.service, program)))
    for (const { partnerId, code } of others) {
      await recordApprovedSale({ ...program, partnerId, code }, 'EUR', String(partnerId))
      await setDetails({ ...program, partnerId })
    }
    const page = await stage.open(`/programs/${program.id}/overview`)
    let clicks = 0
    const click = (place: Locator) => {
      clicks++
      return place.click()
    }
    await click(page.getByRole('link', { name: 'Payouts', exact: true }))
    await click(page.getByRole('button', { name: 'Create payouts' }).first())
    const dialog = page.getByRole('dialog', { name: 'Create payouts' })
    expect(await dialog.getByLabel('Exclude 1 partner without payout details').isChecked()).toBe(true)
    await dialog.getByText(/^3 payouts from 3 commissions$/).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await click(dialog.getByRole('button', { name: 'Create payouts' }))
    // The payment file form asks for the account to pay from.
    const file = page.getByRole('dialog', { name: /^Payment file for batch/ })
    await file.getByLabel('Account holder').fill('Acme GmbH')
    await file.getByLabel('IBAN').fill('NL91ABNA0417164300')
    await file.getByText(/^3 payouts, /).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    const sepa = await download(page, () => click(file.getByRole('button', { name: 'Download file' })))
    expect(sepa.text.match(/<CdtTrfTxInf>/g)).toHaveLength(3)
    expect(clicks).toBe(4)

    // The fourth partner is paid once they add details, without a new payout. New payouts are shown from every view.
    await page.getByRole('radio', { name: 'Balances' }).click()
    await page.getByRole('button', { name: 'Create payouts' }).first().click()
    await dialog.getByText('1 payout is for a partner without payout details: ').waitFor()
    await settled(page)
    await dialog.getByRole('button', { name: 'Create payouts' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => rows(page).count()).toBe(5)
    await rows(page).nth(1).click()
    const panel = page.getByRole('dialog', { name: /^Payout \d+/ })
    await panel.getByText('The partner has no payout details.', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    await setDetails(program)
    await page.getByRole('button', { name: 'Payment file…' }).click()
    await file.getByText(/^1 payout, /).waitFor()
    expect(await file.getByLabel('Format').inputValue()).toBe('sepa')
    await file.getByLabel('Batch', { exact: true }).selectOption({ index: 1 })
    await file.getByText(/^3 payouts, /).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await file.getByRole('button', { name: 'Close' }).last().click()
    await rows(page).nth(1).click()
    await panel
      .getByText('The partner added payout details after this payout was created.', { exact: false })
      .waitFor()
    await panel.getByRole('button', { name: 'Update details' }).click()
    await panel
      .getByText(/••••|^Version 1$/)
      .first()
      .waitFor()
    await panel.getByRole('button', { name: 'Payment file…' }).click()
    await file.getByText(/^1 payout, /).waitFor()
  })

  test('the settings define who is paid, when, and from which account', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=payouts`)
    await page.getByLabel('Monthly').check()
    await page.getByLabel('Day of the month').selectOption('15')
    await page.getByLabel('USD').fill('0')
    await page.getByLabel('Require payout details').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Or leave it blank.').waitFor()
    await page.getByLabel('USD').fill('1000000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Payout rules saved.').first().waitFor()
    await page.getByRole('button', { name: 'Add account' }).click()
    await page.getByLabel('Account holder').fill('Acme GmbH')
    await page.getByLabel('IBAN').fill('NL91ABNA0417164301')
    await page.getByRole('button', { name: 'Save account' }).click()
    await page.getByText('the check digits don’t match').waitFor()
    await page.getByLabel('IBAN').fill('NL91ABNA0417164300')
    await page.getByRole('button', { name: 'Save account' }).click()
    await page.getByText('NL•• •••• 4300').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('USD').inputValue()).toBe('1000000')
    expect(await page.getByLabel('Day of the month').inputValue()).toBe('15')
    expect(await page.getByLabel('Require payout details').isChecked()).toBe(true)

    await recordApprovedSale(program, 'USD')
    await page.goto(absoluteUrl(`/programs/${program.id}/payouts?view=balances`))
    await page.getByText('no payout details').first().waitFor()
    await page.goto(absoluteUrl(`/programs/${program.id}/payouts`))
    await page.getByRole('button', { name: 'Create payouts' }).first().click()
    await page.getByRole('dialog').getByText('No payout details').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Create payouts' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
  })
})

describeInChromium('an installation with yen and dinars', () => {
  test('displays, accepts and pays each currency with its own decimals', async () => {
    const currencies = ['USD', 'EUR', 'VND', 'JPY', 'KWD'] as const
    stage = await openStage({ config: { currencies: [...currencies] } })
    const program = await stage.emptyProgram()
    for (const currency of ['JPY', 'KWD', 'USD']) await recordApprovedSale(program, currency)
    const page = await stage.open(`/programs/${program.id}/overview`)
    const shown = async () => (await page.locator('main').innerText()).replaceAll('\u00a0', ' ')
    await expect.poll(shown).toContain('$245.25')
    await page.getByRole('button', { name: '+2 currencies (Revenue)' }).click()
    const others = page.getByRole('dialog', { name: 'Revenue in other currencies' })
    for (const text of ['¥24,525', /KWD\s24\.525/]) await others.getByText(text).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Payouts' }).first().click()
    await page.getByRole('radio', { name: 'Balances' }).click()
    for (const text of ['$49.05', '¥4,905', 'KWD 4.905']) await expect.poll(shown).toContain(text)
    await page.getByRole('button', { name: 'Create payouts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create payouts' })
    const offered = await dialog.getByLabel('Currency').getByRole('option').allInnerTexts()
    expect(offered).toEqual(['All currencies', ...currencies])
    await dialog.getByLabel('Currency').selectOption('KWD')
    await dialog.getByLabel('Minimum payout (KWD)').fill('4,905') // Ambiguous: is this about five dinars, or thousands?
    await dialog.getByRole('button', { name: 'Create payouts' }).click()
    await dialog
      .getByText('Enter an amount with up to three decimal places and no thousands separators')
      .waitFor()
    await dialog.getByLabel('Minimum payout (KWD)').fill('4.905')
    await dialog
      .getByText(/KWD\s4\.905/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Create payouts' }).click()
    await toast(page, /^1 payout created: KWD\s4\.905\./)
    await page.goto(absoluteUrl(`/programs/${program.id}/settings`))
    await page.getByLabel('Commission per lead', { exact: true }).fill('1.5')
    await page.getByLabel('Currency of the commission per lead').selectOption('JPY')
    const save = page
      .getByRole('group', { name: 'Commissions and fees' })
      .getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByText('Enter a whole amount without separators, such as 250000.').waitFor()
    await page.getByLabel('Currency of the commission per lead').selectOption('KWD')
    await save.click()
    await page.getByText('Commissions and fees saved.').first().waitFor()
    const { body } = await callAsTeam('GET', String(program.id))
    expect(body.data.perLeadCommission).toEqual({ amountCents: 1_500, currency: 'KWD' })
  })
})

describeInChromium('invoices', () => {
  beforeAll(async () => {
    stage = await openStage({ isOwn: true })
  })

  test('an invoice is previewed, warns about unusual rates, is issued, opens as a page, and is voided', async () => {
    const page = await stage.open(path('invoices'))
    await page.getByText('No invoices yet').waitFor()
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Issue invoice' })
    const sums = dialog.getByRole('table')
    const issue = dialog.getByRole('button', { name: /^Issue invoice/ })
    const preview = dialog.getByRole('button', { name: 'Preview' })
    // The totals are shown at once, but without rates the invoice can't be issued.
    await sums.getByText('rate missing').first().waitFor()
    expect(await issue.count()).toBe(0)
    await preview.click()
    await dialog.getByText('Enter a rate: there are fees in EUR.').waitFor()
    await dialog.getByLabel('US dollars per 1 EUR').fill('1,0832')
    await dialog.getByLabel('US dollars per 1 VND').fill('many')
    await preview.click()
    await dialog.getByText(/^Must be US dollars as a decimal/).waitFor()
    // The inverted rate: one press doesn't issue the invoice.
    await dialog.getByLabel('US dollars per 1 VND').fill('25641')
    await preview.click()
    await dialog.getByText(/25641 US dollars per 1 VND is outside the usual range/).waitFor()
    await issue.click()
    await dialog.getByText('Confirm that the rate is correct, or change it.').waitFor()
    await dialog.getByLabel('US dollars per 1 VND').fill('0.000039')
    // After another change, a new preview is required.
    await expect.poll(() => issue.count()).toBe(0)
    await preview.click()
    const total = (await issue.innerText()).replace('Issue invoice for ', '')
    expect(total).toMatch(/^\$[\d,]+\.\d\d$/)
    await sums.getByText(total, { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await issue.click()
    await toast(page, new RegExp(`^Invoice \\d+-0001 for .* issued: ${total.replaceAll(/[$.]/g, '\\$&')}`))
    await expect.poll(() => rows(page).count()).toBe(2)
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: /^Open invoice/ }).click(),
    ])
    await opened.getByText(/-0001/).first().waitFor()
    // Thousands separators; VND has no decimals.
    await opened
      .getByText(/^\d{1,3}(,\d{3})+ VND$/)
      .first()
      .waitFor()
    expect(await opened.getByText(/(^|\s)\d{4,}(\.\d+)? (VND|EUR|USD)/).count()).toBe(0)
    await opened.setViewportSize({ width: PHONE_PX, height: 860 })
    expect(await readWidth(opened)).toBe(PHONE_PX)
    expect((await opened.pdf({ format: 'A4' })).length).toBeGreaterThan(5000)
    await opened.close()
    const csv = await download(page, () => page.getByRole('link', { name: /^CSV for invoice/ }).click())
    expect(csv.name).toMatch(/^invoice-\d+-0001\.csv$/)
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await dialog.getByText(/has already been invoiced/).waitFor()
    expect(await issue.count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^Void invoice \d+-0001/ }).click()
    const voiding = page.getByRole('dialog', { name: /^Void invoice \d+-0001\?/ })
    await voiding.getByText(/A credit note for -\$[\d,.]+ will cancel/).waitFor()
    await voiding.getByRole('button', { name: 'Void invoice' }).click()
    await voiding.getByText('Enter a reason.').waitFor()
    await voiding.getByLabel('Reason').fill('The VND rate was wrong')
    await voiding.getByRole('button', { name: 'Void invoice' }).click()
    await toast(page, /^Credit note \d+-0002 issued for \d+-0001/)
    const note = rows(page).filter({ hasText: '-0002' })
    await note.getByText(/^Cancels \d+-0001: The VND rate was wrong$/).waitFor()
    await rows(page).filter({ hasNotText: 'Credit note' }).getByText('Voided', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Void invoice/ }).count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await page
      .getByRole('dialog')
      .getByRole('table')
      .getByText(/^€[\d,.]+$/)
      .waitFor()
  })
})

/** Records a sale of 24,525 minor units, and approves its 20% commission. */
async function recordApprovedSale(program: TestProgram, currency: string, name = currency) {
  const track = createTracker(stage.service)
  const customer_key = `cus-${name}`
  const { click_id } = await track('click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
  await track('lead', { click_id, customer_key }, program.liveKey)
  const sale = { transaction_id: `order-${name}`, amount_cents: 24_525, currency, customer_key }
  const { commission_id } = await track('sale', sale, program.liveKey)
  const approved = await callAsTeam('POST', `${program.id}/commissions/approve`, {
    commissionIds: [commission_id],
  })
  expect(approved.status).toBe(200)
}

function setDetails({ id, partnerId }: TestProgram) {
  return setPayoutDetails(
    stage.service.deps,
    { programId: id, partnerId, requestId: 'r' },
    {
      account: { method: 'bank_iban', iban: 'DE89370400440532013000', bic: null },
      payee_kind: 'person',
      legal_name: 'Ada Example',
      address: 'Street 1',
      city: 'Berlin',
      postal_code: '10115',
      country: 'DE',
      tax_id: null,
    },
  )
}
