import { beforeAll, expect, test } from 'vitest'
import { createTestPartner, send, signInMember, type TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { csvFile, download, toast } from './actions.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const PHONE_PX = 390

describeInChromium('coupon codes', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('are added, edited, found, reported and archived by the team', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/coupon-codes`)
    await page.getByText('No coupon codes yet').waitFor()
    await page.getByRole('button', { name: 'Add code' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add code' }).click()
    await dialog.getByText('Choose a partner.').waitFor()
    await dialog.getByLabel('Partner').selectOption({ label: 'Pat' })
    await dialog.getByLabel('Code', { exact: true }).fill('PAT 10')
    await dialog.getByRole('button', { name: 'Add code' }).click()
    await dialog.getByText('Enter up to 64 letters', { exact: false }).waitFor()
    await dialog.getByLabel('Code', { exact: true }).fill('PAT10')
    await dialog.getByLabel('Customer discount').fill('10% off')
    await dialog.getByLabel('Last day').fill('2030-12-31')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add code' }).click()
    await toast(page, 'Code PAT10 added for Pat.')
    const sale = await send(stage.service.app, 'POST', '/api/v1/track/sale', {
      bearer: program.liveKey,
      body: {
        transaction_id: `pat-${program.id}`,
        amount_cents: 10_000,
        customer_key: 'c',
        coupon_code: 'pat10',
      },
    })
    expect(sale.status, sale.text).toBe(200)
    await page.reload()
    const row = page.getByRole('row', { name: /PAT10/ })
    await row.getByText('$100.00').waitFor()
    await row.getByText('$20.00').waitFor()
    await row.getByRole('button', { name: 'Actions for code PAT10' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    expect(await dialog.getByLabel('Last day').inputValue()).toBe('2030-12-31')
    await dialog.getByLabel('Maximum uses').fill('5')
    await dialog.getByRole('button', { name: 'Save code' }).click()
    await row.getByText('1 of 5').waitFor()
    const exported = await download(page, () => page.getByRole('link', { name: 'Export CSV' }).click())
    expect(exported.text).toContain('PAT10')
    await page.getByRole('navigation', { name: 'Coupon codes' }).getByRole('link', { name: 'Report' }).click()
    await page.getByRole('heading', { name: 'Coupon report' }).waitFor()
    const totals = page.getByRole('region', { name: 'Orders', exact: true })
    await totals.getByText('1 (100%)').first().waitFor()
    await settled(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const table of await page.getByRole('table').all()) {
      const titles = await table.getByRole('columnheader').allTextContents()
      expect(new Set(titles).size, titles.join()).toBe(titles.length)
      const isCut = await table.evaluate(
        ({ scrollWidth, parentElement }) => scrollWidth > (parentElement?.clientWidth ?? 0),
      )
      expect(isCut, titles.join()).toBe(false)
    }
    expect(await findBarriers(page)).toEqual([])
    await page.getByText('No order has a leak sign.').waitFor()
    await page.goto(page.url().replace(/\/coupon-report.*/, `/explain?q=pat-${program.id}`))
    await page.getByText('attributed the customer to Pat.', { exact: false }).first().waitFor()
    await page.goto(page.url().replace(/\/explain.*/, `/partners/${program.partnerId}`))
    const codes = page.getByRole('region', { name: 'Coupon codes' })
    await codes.getByText('1 customer, 1 sale').waitFor()
    await codes.getByRole('button', { name: 'Actions for code PAT10' }).click()
    await page.getByRole('menuitem', { name: 'Archive…' }).click()
    await dialog.getByRole('button', { name: 'Archive code' }).click()
    await toast(page, 'Code PAT10 archived.')
    await codes.getByText('No coupon codes yet').waitFor()
  })

  test('are imported from a file after a preview of each row', async () => {
    const program = await stage.emptyProgram()
    const { body } = await readPartner(program)
    const page = await stage.open(`/programs/${program.id}/coupon-codes`)
    await page.getByRole('button', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog')
    const file = `code,partner_email\nONE,${body.data.email}\none,${body.data.email}\nTWO,gone@partners.example`
    await dialog.getByLabel('CSV file').setInputFiles(csvFile(file))
    await dialog.getByRole('button', { name: 'Review rows' }).click()
    await dialog.getByText('1 code to add, 2 rows skipped.').waitFor()
    await dialog.getByText('Line 2 has the same code.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import 1 code' }).click()
    await dialog.getByText('1 code added.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: /ONE/ }).waitFor()
  })

  test('are created by a partner within the program’s rules, on a phone', async () => {
    const program = await stage.emptyProgram()
    const settings = await stage.open(`/programs/${program.id}/settings?section=portal`)
    await settings.getByLabel('Partners can create coupon codes').check()
    await settings.getByLabel('Pattern').fill('ACME')
    await settings.getByRole('button', { name: 'Save portal settings' }).click()
    await settings.getByText('must have one *', { exact: false }).waitFor()
    await settings.getByLabel('Pattern').fill('ACME-*')
    await settings.getByLabel('Longest code').fill('12')
    await settings.getByLabel('Customer discount').fill('10% off')
    await settings.getByRole('button', { name: 'Save portal settings' }).click()
    await toast(settings, 'Portal settings saved')
    const rival = await createTestPartner(stage.service, program)
    const portal = (partnerId: number) =>
      stage.openPortal(partnerId, `/partner/programs/${program.id}/links`, { width: PHONE_PX })
    const page = await portal(program.partnerId)
    const code = page.getByLabel('Code', { exact: true })
    // All errors appear at once.
    await page.getByRole('button', { name: 'Create code' }).click()
    await page.getByText('Enter a code of 4 to 12 characters. The code must start with ACME-.').waitFor()
    await code.fill('P T')
    await page.getByRole('button', { name: 'Create code' }).click()
    await page
      .getByText(
        'Use 4 to 12 characters. This code has 3. Use letters, digits, dots, hyphens and underscores only. The code must start with ACME-.',
      )
      .waitFor()
    await code.fill('PAT-ACME')
    await page.getByRole('button', { name: 'Create code' }).click()
    await page.getByText('The code must start with ACME-.').waitFor()
    await page.getByText('4 to 12 characters, starting with ACME-. Example:', { exact: false }).waitFor()
    await code.fill('acme-pat')
    await page.getByRole('button', { name: 'Create code' }).click()
    await page.getByText('Code ACME-PAT created.').waitFor()
    await page.getByText('You’ve reached the maximum of 1 code.').waitFor()
    await page.getByRole('button', { name: 'Copy code ACME-PAT' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const other = await portal(rival.partnerId)
    await other.getByLabel('Code', { exact: true }).fill('acme-pat')
    await other.getByRole('button', { name: 'Create code' }).click()
    await other.getByText('This code is taken. Choose another one.').waitFor()
  })
})

async function readPartner(program: TestProgram) {
  const bearer = await signInMember(stage.service, program)
  return send(stage.service.app, 'GET', `/api/programs/${program.id}/partners/${program.partnerId}`, {
    bearer,
  })
}
