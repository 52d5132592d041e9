import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

/** Each test works on commissions, sales or payouts that no other one touches. */
let stage: Stage

const path = (page: string) => `/programs/${stage.demo.program.id}/${page}`
const rows = (page: Page) => page.getByRole('row')
/** How many rows a list that is not empty has, its head left out. */
async function countListed(page: Page) {
  await settled(page)
  await rows(page).nth(1).waitFor()
  return (await rows(page).count()) - 1
}
/** A message at the edge; a panel that is open hides it from the roles, but not from its announcement. */
const toast = (page: Page, text: string | RegExp) => page.locator('ol > li').getByText(text).waitFor()

describeInChromium('commissions are reviewed', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('one is approved in its panel, and its log says who did it', async () => {
    const page = await stage.open(path('commissions?status=pending'))
    await settled(page)
    const name = await rows(page).nth(1).getByRole('button').innerText()
    await rows(page).nth(1).getByRole('button').click()
    const panel = page.getByRole('dialog', { name: /^Commission \d+$/ })
    await panel.getByText('Nothing has changed since it was made.').waitFor()
    await expect.poll(() => panel.innerText()).toContain(name.split('\n')[0])
    await panel.getByRole('button', { name: 'Approve' }).click()
    await page
      .getByRole('dialog', { name: 'Approve 1 commission?' })
      .getByText(/\d of 1 partner\.$/)
      .waitFor()
    await page
      .getByRole('dialog', { name: 'Approve 1 commission?' })
      .getByText('Approve', { exact: true })
      .click()
    await toast(page, '1 commission approved.')
    // It is pending no more, so the list has let go of it; the panel shows it all the same.
    await expect
      .poll(() =>
        rows(page)
          .allInnerTexts()
          .then((texts) => texts.join()),
      )
      .not.toContain(name)
    await panel.getByText('Pending → Approved').waitFor()
    await panel.getByText(/^By Demo owner/).waitFor()
  })

  test('several are rejected at once, with a reason that each log keeps', async () => {
    const page = await stage.open(path('commissions?status=pending&currency=EUR'))
    const before = await countListed(page)
    await page
      .getByRole('checkbox', { name: /^Choose commission/ })
      .nth(0)
      .check()
    await page
      .getByRole('checkbox', { name: /^Choose commission/ })
      .nth(1)
      .check()
    await page.getByText('2 chosen').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Reject' }).click()
    const question = page.getByRole('dialog', { name: 'Reject 2 commissions?' })
    await question.getByText(/^€[\d,]+\.\d\d of [12] partners?\.$/).waitFor()
    await question.getByRole('button', { name: 'Reject' }).click()
    await question.getByText('Write a few words.').waitFor()
    await question.getByLabel('Reason').fill('Bought through an own link')
    expect(await findBarriers(page)).toEqual([])
    await question.getByRole('button', { name: 'Reject' }).click()
    await toast(page, '2 commissions rejected.')
    await expect.poll(() => rows(page).count()).toBe(1 + before - 2)
    await page.goto(page.url().replace(/\?.*/, '?status=reversed&currency=EUR'))
    await rows(page).nth(1).getByRole('button').click()
    await page.getByText('Bought through an own link').waitFor()
  })

  test('approved ones are marked as paid in bulk, and stand among the payouts', async () => {
    const page = await stage.open(path('commissions?status=approved&currency=VND'))
    const count = await countListed(page)
    await page.getByRole('checkbox', { name: 'Choose every commission shown' }).check()
    await page.getByText(`${count} chosen`).waitFor()
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    const question = page.getByRole('dialog', { name: /^Mark \d+ commissions as paid\?$/ })
    await question.getByLabel('Reference of the payment').fill('transfer-7')
    await question.getByRole('button', { name: 'Mark as paid' }).click()
    await toast(page, `${count} commissions marked as paid.`)
    await page.getByText('No commission matches').waitFor()
    await page.getByRole('link', { name: 'Payouts' }).click()
    await page.getByText('transfer-7').first().waitFor()
  })

  test('a member sees commissions but is not offered to review them', async () => {
    const { kysely } = stage.service.database
    const members = kysely.updateTable('workspace_members').where('user_id', '=', stage.demo.user.id)
    await members.set({ role: 'member' }).execute()
    try {
      const page = await stage.open(path('commissions?status=pending'))
      await settled(page)
      await rows(page).nth(1).waitFor()
      await expect.poll(() => page.getByRole('checkbox').count()).toBe(0)
      await rows(page).nth(1).getByRole('button').click()
      await page.getByRole('dialog').getByText('What happened to it').waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    } finally {
      await members.set({ role: 'owner' }).execute()
    }
  })
})

describeInChromium('a sale is refunded', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('a part of it, behind a confirmation: the commission follows, and both say why', async () => {
    const { id, amount_cents } = await saleWithPendingCommission()
    const page = await stage.open(path(`events?open=sale-${id}`))
    const panel = page.getByRole('dialog', { name: 'Sale' })
    await panel.getByText('Nothing was refunded.').waitFor()
    await panel.getByRole('button', { name: 'Refund…' }).click()
    const form = page.getByRole('dialog', { name: `Refund sale ${id}` })
    await form.getByLabel('Amount (USD)').fill('1,250')
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByText('Type an amount with at most two decimals and no separators').waitFor()
    await form.getByLabel('Amount (USD)').fill('0')
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByText(/Write an amount up to/).waitFor()
    await form.getByText('Write a few words.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await form.getByLabel('Amount (USD)').fill(String(amount_cents / 200))
    await form.getByLabel('Reason').fill('Half of it came back')
    await form.getByRole('button', { name: 'Continue' }).click()
    const confirmation = page.getByRole('dialog', { name: /^Record a refund of \$/ })
    await confirmation.getByText('in proportion').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await confirmation.getByRole('button', { name: 'Record refund' }).click()
    await toast(page, /^A refund of \$.* is recorded\.$/)
    await panel.getByText('Half of it came back').waitFor()
    await panel.getByText('Partly refunded').waitFor()
    await panel.getByText(/was taken back\.$/).waitFor()
    const sale = await stage.service.database.kysely
      .selectFrom('sale_events')
      .select(['refunded_cents', 'status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(sale).toEqual({ refunded_cents: amount_cents / 2, status: 'paid' })
  })

  test('a refunded sale of the demo tells what went back, and offers nothing more', async () => {
    const { id } = await stage.service.database.kysely
      .selectFrom('sale_events')
      .select('id')
      .where('status', '=', 'refunded')
      .executeTakeFirstOrThrow()
    const page = await stage.open(path(`events?open=sale-${id}`))
    const panel = page.getByRole('dialog', { name: 'Sale' })
    await panel.getByText(/ went back\.$/).waitFor()
    await panel.getByText('requested_by_customer').waitFor()
    await expect.poll(() => panel.getByRole('button', { name: 'Refund…' }).count()).toBe(0)
  })

  /** An even amount of dollars, so that half of it is written without cents. */
  async function saleWithPendingCommission() {
    const sale = await stage.service.database.kysely
      .selectFrom('sale_events as s')
      .innerJoin('commissions as c', (join) =>
        join.onRef('c.program_id', '=', 's.program_id').onRef('c.sale_id', '=', 's.id'),
      )
      .select(['s.id', 's.amount_cents'])
      .where('s.currency', '=', 'USD')
      .where('s.status', '=', 'paid')
      .where('c.status', '=', 'pending')
      .orderBy('s.id')
      .executeTakeFirstOrThrow()
    return { id: sale.id, amount_cents: Number(sale.amount_cents) }
  }
})

describeInChromium('partners are paid', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('payouts are made, exported, imported as paid, paid by hand and cancelled; the balances follow', async () => {
    const page = await stage.open(path('payouts?view=balances'))
    await settled(page)
    const owed = () => rows(page).filter({ hasText: 'Tech Weekly' }).locator('td').nth(4).innerText()
    const before = await owed()
    expect(before).toMatch(/^\$[1-9]/)

    await page.getByRole('radio', { name: 'Payouts' }).click()
    await page.getByText('No payouts yet').waitFor()
    await page.getByRole('button', { name: 'Make payouts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make payouts' })
    const sums = dialog.getByRole('region', { name: 'What would be paid' })
    await sums.getByText(/^\d+ payouts of \d+ commissions$/).waitFor()
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByLabel('Smallest payout (USD)').fill('1000000')
    await sums.getByText('Nothing of this is due now.').waitFor()
    await dialog.getByLabel('Smallest payout (USD)').fill('nothing')
    await expect.poll(() => sums.count()).toBe(0)
    await dialog.getByRole('button', { name: 'Make payouts' }).click()
    await dialog.getByText('Type an amount with at most two decimals and no separators').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByLabel('Smallest payout (USD)').fill('1')
    await sums.getByText(/^3 payouts of \d+ commissions$/).waitFor()
    const amount = await sums.getByText(/^\$[\d,]+\.\d\d$/).innerText()
    await dialog.getByRole('button', { name: 'Make payouts' }).click()
    await toast(page, `3 payouts made: ${amount}.`)
    await expect.poll(() => rows(page).count()).toBe(4)

    // The second of the three is paid by file.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export payouts' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    const columns = lines[0]?.replace(/^\uFEFF/, '').split(',') ?? []
    const cells = lines[2]?.split(',') ?? []
    cells[columns.indexOf('status')] = 'paid'
    cells[columns.indexOf('reference')] = 'wire-1'
    const file = {
      name: 'payouts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([lines[0], cells.join(',')].join('\r\n')),
    }
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const importing = page.getByRole('dialog', { name: 'Import payouts' })
    await importing.getByRole('button', { name: 'Import' }).click()
    await importing.getByText('Choose a file.').waitFor()
    await importing.getByLabel('CSV file').setInputFiles(file)
    await importing.getByRole('button', { name: 'Import' }).click()
    await toast(page, '1 payout newly marked as paid; 0 stayed as they were.')
    await rows(page).filter({ hasText: 'wire-1' }).waitFor()

    // One is paid by hand, the last is cancelled.
    const open = rows(page).filter({ hasText: 'To be paid' })
    await open.first().getByRole('button').click()
    const panel = page.getByRole('dialog', { name: /^Payout \d+$/ })
    await panel.getByText('What it is made of').waitFor()
    await panel
      .getByRole('link', { name: /^Sale \d+$/ })
      .first()
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    await panel.getByRole('button', { name: 'Mark as paid' }).click()
    const question = page.getByRole('dialog', { name: /^Mark \$.* as paid\?$/ })
    await question.getByLabel('Reference of the payment').fill('wire-2')
    await question.getByRole('button', { name: 'Mark as paid' }).click()
    await panel.getByText('wire-2').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await open.first().getByRole('button').click()
    await panel.getByRole('button', { name: 'Cancel payout' }).click()
    await page
      .getByRole('dialog', { name: 'Cancel this payout?' })
      .getByRole('button', { name: 'Cancel payout' })
      .click()
    await panel.getByText('Cancelled', { exact: true }).first().waitFor()
    // A message at the edge of the page does not take Escape for itself.
    await page.locator('ol > li').first().waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await page.locator('ol > li').count()).toBeGreaterThan(0)

    await page.getByLabel('Status', { exact: true }).selectOption('Paid')
    await expect.poll(() => rows(page).count()).toBe(3)
    await page.getByRole('radio', { name: 'Balances' }).click()
    await settled(page)
    const paid = () => rows(page).locator('td:nth-child(4)').allInnerTexts()
    await expect.poll(async () => (await paid()).filter((text) => text.startsWith('$'))).toHaveLength(2)
  })

  test('with payouts in them, dark and on a phone, the pages of money keep nobody out', async () => {
    const page = await stage.open(path('payouts'), { colorScheme: 'dark', width: 390 })
    const barriers: Record<string, string[]> = {}
    const look = async (name: string) => {
      await settled(page)
      barriers[name] = await findBarriers(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390)
    }
    await page.getByRole('button', { name: 'Make payouts' }).click()
    await look('the dialog of payouts')
    await page.getByRole('dialog').getByLabel('Currency').selectOption('EUR')
    await page.getByRole('dialog').getByRole('button', { name: 'Make payouts' }).click()
    await toast(page, /made: €/)
    await look('the list of payouts')
    await rows(page).filter({ hasText: '€' }).first().getByRole('button').click()
    await look('the panel of a payout')
    await page.goto(addressOf(path('commissions?status=pending')))
    await page
      .getByRole('checkbox', { name: /^Choose commission/ })
      .first()
      .check()
    await look('a chosen commission')
    await rows(page).nth(1).getByRole('button').click()
    await look('the panel of a commission')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await look('the question before a rejection')
    await page.goto(addressOf(path('partners?open=1')))
    await page.getByRole('heading', { name: 'Balance' }).waitFor()
    await look('the balance of a partner')
    expect(Object.entries(barriers).filter(([, found]) => found.length > 0)).toEqual([])
  })

  test('a file that is wrong changes nothing, and says where', async () => {
    const page = await stage.open(path('payouts'))
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import payouts' })
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'payouts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('payout_id,currency,amount_cents,status,reference\n999999,USD,100,paid,\n'),
    })
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByRole('alert').getByText('Line 2').waitFor()
  })

  test('a held partner waits with its reason among the balances, is left out, and is released', async () => {
    const page = await stage.open(path('partners'))
    await rows(page).filter({ hasText: 'Tech Weekly' }).getByRole('button').first().click()
    const panel = page.getByRole('region', { name: 'Hold' })
    await panel.getByRole('button', { name: 'Hold payouts…' }).click()
    const question = page.getByRole('dialog', { name: 'Hold payouts to Tech Weekly?' })
    await question.getByRole('button', { name: 'Hold payouts' }).click()
    await question.getByText('Write a few words.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await question.getByLabel('Reason').fill('Tax form is missing')
    await question.getByRole('button', { name: 'Hold payouts' }).click()
    await panel.getByText(/^Payouts are held since .*: Tax form is missing$/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const held = page.url()
    await page.goto(addressOf(path('payouts?view=balances')))
    const row = rows(page).filter({ hasText: 'Tech Weekly' })
    await row.getByText('Waits: held').waitFor()
    await row.getByText('Tax form is missing').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.goto(held)
    await panel.getByRole('button', { name: 'Release payouts' }).click()
    await toast(page, 'Payouts to Tech Weekly go on.')
    await panel.getByRole('button', { name: 'Hold payouts…' }).waitFor()
  })

  test('when nothing is due, making payouts says so', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/payouts`)
    await page.getByRole('button', { name: 'Make payouts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make payouts' })
    await dialog.getByRole('button', { name: 'Make payouts' }).click()
    await dialog.getByRole('alert').getByText('Nothing of what was asked for is due').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('radio', { name: 'Balances' }).click()
    await page.getByText('Nobody has earned anything').waitFor()
  })
})

describeInChromium('invoices', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('the invoice of a month is seen with its sums before it is issued, asks about unusual rates, and opens as a page', async () => {
    const page = await stage.open(path('invoices'))
    await page.getByText('No invoices yet').waitFor()
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Issue an invoice' })
    const sums = dialog.getByRole('table')
    const issue = dialog.getByRole('button', { name: /^Issue invoice/ })
    const preview = dialog.getByRole('button', { name: 'Preview' })
    // What is due is seen at once; without its rates it cannot be issued.
    await sums.getByText('rate missing').first().waitFor()
    await expect.poll(() => issue.count()).toBe(0)
    await preview.click()
    await dialog.getByText('Type the rate: there are fees in EUR.').waitFor()
    await dialog.getByLabel('US dollars for 1 EUR').fill('1,0832')
    await dialog.getByLabel('US dollars for 1 VND').fill('many')
    await preview.click()
    await dialog.getByText(/^Takes US dollars as a decimal/).waitFor()
    expect(await findBarriers(page)).toEqual([])

    // The inverse of the rate: nothing is issued by one press.
    await dialog.getByLabel('US dollars for 1 VND').fill('25641')
    await preview.click()
    await dialog.getByText(/25641 US dollars for 1 VND is outside of the usual range/).waitFor()
    await issue.click()
    await dialog.getByText('Confirm that the rate is right, or change it.').waitFor()
    await dialog.getByLabel('US dollars for 1 VND').fill('0.000039')
    // Changed again: what would be issued must be seen first.
    await expect.poll(() => issue.count()).toBe(0)
    await preview.click()
    const total = (await issue.innerText()).replace('Issue invoice of ', '')
    expect(total).toMatch(/^\$[\d,]+\.\d\d$/)
    await sums.getByText(total, { exact: true }).waitFor()
    await page.setViewportSize({ width: 390, height: 860 })
    expect(await scrollsSideways(page, 'Sums of the invoice')).toBe(false)
    await page.setViewportSize({ width: 1280, height: 860 })
    await issue.click()
    await toast(page, new RegExp(`^Invoice \\d+-0001 of .*: ${total.replaceAll(/[$.]/g, '\\$&')}`))
    await expect.poll(() => rows(page).count()).toBe(2)
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /^Open invoice/ }).click(),
    ])
    await opened.getByText(/-0001/).first().waitFor()
    // Numbers in groups of three; dong without decimals.
    await opened
      .getByText(/^\d{1,3}(,\d{3})+ VND$/)
      .first()
      .waitFor()
    expect(await opened.getByText(/(^|\s)\d{4,}(\.\d+)? (VND|EUR|USD)/).count()).toBe(0)
    await opened.setViewportSize({ width: 390, height: 860 })
    expect(await opened.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect((await opened.pdf({ format: 'A4' })).length).toBeGreaterThan(5000)
    await opened.close()
    await page.setViewportSize({ width: 390, height: 860 })
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await scrollsSideways(page, 'Invoices')).toBe(false)
    await page.setViewportSize({ width: 1280, height: 860 })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^CSV of invoice/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^invoice-\d+-0001\.csv$/)
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await dialog.getByText(/is invoiced already/).waitFor()
    await expect.poll(() => issue.count()).toBe(0)
  })

  test('an invoice is taken back by a credit note with its reason, and its month can be issued again', async () => {
    const page = await stage.open(path('invoices'))
    await page.getByRole('button', { name: /^Void invoice \d+-0001/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Void invoice \d+-0001\?/ })
    await dialog.getByText(/A credit note of -\$[\d,.]+ takes back/).waitFor()
    await dialog.getByRole('button', { name: 'Void invoice' }).click()
    await dialog.getByText('Write a few words.').waitFor()
    await dialog.getByLabel('Reason').fill('The rate of the dong was wrong')
    await dialog.getByRole('button', { name: 'Void invoice' }).click()
    await toast(page, /^Credit note \d+-0002 takes back \d+-0001/)
    const note = rows(page).filter({ hasText: '-0002' })
    await note.getByText('Credit note', { exact: true }).waitFor()
    await note.getByText(/^Takes back \d+-0001: The rate of the dong was wrong$/).waitFor()
    await rows(page).filter({ hasNotText: 'Credit note' }).getByText('Voided', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Void invoice/ }).count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])

    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await page
      .getByRole('dialog')
      .getByRole('table')
      .getByText(/^€[\d,.]+$/)
      .waitFor()
  })
})

function scrollsSideways(page: Page, label: string): Promise<boolean> {
  const box = page.getByRole('region', { name: label })
  return box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
}
