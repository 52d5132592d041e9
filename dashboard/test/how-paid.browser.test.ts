import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PARTNER_COOKIE } from '../../server/src/partner-access/session-cookie.rule.ts'
import { setPayoutDetails } from '../../server/src/payout-details/change-payout-details.flow.ts'
import { isCountry } from '../../server/src/payout-details/country.rule.ts'
import { send, startSession } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage
/** Of the demo's partners, by their place. */
let partnerIds: number[]

const DESK_PX = 1440
const PHONE_PX = 390
/** Where screenshots go, for whoever wants to look. */
const SHOTS = process.env.PAYMENT_SHOTS
const IBAN = 'DE89370400440532013000'

describeInChromium('how partners are paid', () => {
  beforeAll(async () => {
    stage = await openStage({
      config: { mail: { from: { name: '', address: 'partners@acme.test' }, server: undefined } },
    })
    partnerIds = await Promise.all(stage.demo.partners.map(({ code }) => partnerOf(code)))
  })

  async function partnerOf(code: string) {
    const { partner_id } = await stage.service.database.kysely
      .selectFrom('links')
      .select('partner_id')
      .where('program_id', '=', stage.demo.program.id)
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    return partner_id
  }
  const partnerAt = (place: number) => partnerIds[place] ?? 0
  const own = (page: string) => `/partner/programs/${stage.demo.program.id}/${page}`
  const at = (path: string) => `/programs/${stage.demo.program.id}/${path}`

  async function team(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) {
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const url = `/api/programs/${stage.demo.program.id}/${path}`
    const answer = await send(stage.service.app, method, url, {
      bearer,
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body.data
  }

  /** A partner who is signed in and looks at `path`. */
  async function open(place: number, path: string, workspaceId: string | null = null) {
    const { token } = await signInAs(stage.service, partnerAt(place), { workspaceId })
    const page = await stage.newVisitor()
    const { hostname: domain } = new URL(addressOf('/'))
    await page
      .context()
      .addCookies([{ name: PARTNER_COOKIE, value: token, domain, path: '/api/partner', httpOnly: true }])
    await page.goto(addressOf(path))
    await settled(page)
    return page
  }

  function sayDetails(place: number) {
    return setPayoutDetails(
      stage.service.deps,
      { programId: stage.demo.program.id, partnerId: partnerAt(place), requestId: 'r' },
      {
        account: { method: 'bank_iban', iban: IBAN, bic: null },
        payee_kind: 'company',
        legal_name: 'Tech Weekly GmbH',
        address: 'Street 1',
        city: 'Berlin',
        postal_code: '10115',
        country: 'DE',
        tax_id: null,
      },
    )
  }

  async function shoot(page: Page, name: string) {
    if (SHOTS === undefined) return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
  }

  /** What keeps people out of what a page shows now, in both widths and schemes. */
  async function barriersOf(page: Page, name: string) {
    const barriers: Record<string, string[]> = {}
    for (const width of [DESK_PX, PHONE_PX]) {
      await page.setViewportSize({ width, height: 860 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await settled(page)
        const found = await findBarriers(page)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) found.push(`is ${wide} px wide`)
        if (found.length > 0) barriers[`${name} at ${width} in ${colorScheme}`] = found
        await shoot(page, `${name}-${width}-${colorScheme}`)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    return barriers
  }

  test('a partner says how he is paid, changes it, and takes the change back', async () => {
    const page = await open(0, own('payouts'))
    await page.getByText('You have not said it yet.').waitFor()
    await page.getByRole('link', { name: 'Say how you are paid' }).click()
    await page.getByRole('heading', { name: 'How you are paid' }).waitFor()
    await page.getByText('It is used at once. A later change waits three days.').waitFor()
    const codes = await page.getByLabel('Country').evaluate((select: HTMLSelectElement) => {
      return [...select.options].map(({ value }) => value).filter((value) => value !== '')
    })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    expect(codes.sort()).toEqual(
      letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry),
    )

    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
    await page.getByLabel('Legal name').fill('Maya Example')
    await page.getByLabel('Street and number').fill('Street 1')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('Country').selectOption({ label: 'Germany' })
    await page.getByLabel('Tax id').fill('DE 123')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Its check digits do not fit the rest: something was mistyped.').waitFor()
    expect(await page.getByLabel('IBAN').getAttribute('aria-invalid')).toBe('true')
    expect(await barriersOf(page, 'form')).toEqual({})
    await page.getByLabel('IBAN').fill(IBAN)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved: payouts go there from now on.').waitFor()
    await page.getByRole('region', { name: 'In use' }).getByText('DE•• •••• 3000').waitFor()
    expect(await page.locator('body').innerText()).not.toContain('0044')

    await page.getByRole('button', { name: 'Change it' }).click()
    await page.getByText(/A change waits three days before it is used.* gets a mail about it/).waitFor()
    await page.getByLabel('Method').selectOption({ label: 'PayPal' })
    await page.getByLabel('E-mail address of the account').fill('=maya@pay.test')
    await page.getByLabel('Legal name').fill('Maya Example')
    await page.getByLabel('Street and number').fill('Street 1')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('Country').selectOption({ label: 'Germany' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('It takes an e-mail address of ASCII characters').waitFor()
    await page.getByLabel('E-mail address of the account').fill('maya@pay.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved: it is used when its three days are over.').waitFor()
    const waiting = page.getByRole('region', { name: 'A change that waits' })
    await waiting.getByText(/^A change waits until Mar 13, 2026/).waitFor()
    expect(await barriersOf(page, 'waiting')).toEqual({})
    const mails = await stage.service.database.kysely
      .selectFrom('mails')
      .select('kind')
      .where('kind', '=', 'payout_details_changed')
      .execute()
    expect(mails).toHaveLength(2)

    await waiting.getByRole('button', { name: 'Withdraw the change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the change' }).click()
    // A dialog that is open hides the rest of the page from whoever asks by role.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waiting.waitFor({ state: 'detached' })
    expect(await page.getByText('Saved:').count()).toBe(0)
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    expect(await versions.count()).toBe(2)
    await versions.first().getByText('Withdrawn', { exact: true }).waitFor()
    await versions.last().getByText('In use').waitFor()
  }, 300_000)

  test('the same once more changes nothing, and the page says so', async () => {
    await sayDetails(2)
    const page = await open(2, own('payout-details'))
    await page.getByRole('button', { name: 'Change it' }).click()
    await page.getByLabel('IBAN').fill(IBAN)
    await page.getByLabel('You are').selectOption('company')
    await page.getByLabel('Legal name').fill('Tech Weekly GmbH')
    await page.getByLabel('Street and number').fill('Street 1')
    await page.getByLabel('Postal code').fill('10115')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('Country').selectOption('DE')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This is what is kept already: nothing was changed.').waitFor()
    expect(await page.getByRole('list', { name: 'Versions' }).getByRole('listitem').count()).toBe(1)
  })

  test('who came by a link that the team passed on sees it and changes nothing', async () => {
    await sayDetails(2)
    const page = await open(2, '/partner/profile', stage.demo.workspace.id)
    await page.getByRole('link', { name: /^Look or change/ }).click()
    await page.getByText('DE•• •••• 3000').first().waitFor()
    await page.getByText('it shows how you are paid, and changes nothing').waitFor()
    expect(await page.getByRole('button', { name: 'Change it' }).count()).toBe(0)
  })

  test('the team says who is paid and when, and a partner reads what his payout waits for', async () => {
    const settings = await stage.open(at('settings?section=payouts'))
    await settings.getByLabel('On a day of each month').check()
    await settings.getByLabel('Day of the month').selectOption('15')
    await settings.getByLabel('USD').fill('0')
    await settings.getByLabel('Pay only partners who have said how they are paid').check()
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('Or leave it empty.').waitFor()
    await settings.getByLabel('USD').fill('1000000')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('How partners are paid is saved.').first().waitFor()
    await settings.getByRole('button', { name: 'Name the account' }).click()
    await settings.getByLabel('Account holder').fill('Acme GmbH')
    await settings.getByLabel('IBAN').fill('NL91ABNA0417164301')
    await settings.getByRole('button', { name: 'Save account' }).click()
    await settings.getByText('its check digits do not fit').waitFor()
    await settings.getByLabel('IBAN').fill('NL91ABNA0417164300')
    await settings.getByRole('button', { name: 'Save account' }).click()
    await settings.getByText('NL•• •••• 4300').waitFor()
    await settings.reload()
    await settled(settings)
    expect(await settings.getByLabel('USD').inputValue()).toBe('1000000')
    expect(await settings.getByLabel('Day of the month').inputValue()).toBe('15')
    expect(await settings.getByLabel('Pay only partners').isChecked()).toBe(true)
    expect(await barriersOf(settings, 'settings')).toEqual({})

    const page = await open(1, own('payouts'))
    const next = page.getByRole('list', { name: 'What the payout in USD waits for' })
    const all = page.getByRole('list', { name: 'What the payouts wait for' })
    await all
      .getByText('You have not said how you want to be paid, and the program pays nobody before that.')
      .waitFor()
    await next.getByText('short of the least that the program pays out.').waitFor()
    await all.getByText('The program makes payouts on Sun, Mar 15, 2026.').waitFor()
    expect(await barriersOf(page, 'own-payouts')).toEqual({})

    const balances = await stage.open(at('payouts?view=balances'))
    await balances.getByText('has not said how to be paid').first().waitFor()
    expect(await barriersOf(balances, 'balances')).toEqual({})
    const panel = await stage.open(at(`partners?open=${partnerAt(1)}`))
    await panel
      .getByRole('region', { name: 'Balance' })
      .getByText(/^has not said how to be paid; payouts are made on/)
      .waitFor()
    await settled(panel)
    expect(await findBarriers(panel)).toEqual([])
    await panel.getByRole('region', { name: 'Balance' }).scrollIntoViewIfNeeded()
    await shoot(panel, 'panel')

    await team('PATCH', 'payout-settings', { minimums: [], payDay: null })
    await sayDetails(2)
    const making = await stage.open(at('payouts'))
    await making.getByRole('button', { name: 'Make payouts' }).first().click()
    const dialog = making.getByRole('dialog', { name: 'Make payouts' })
    await dialog.getByText('Waits: no payout details').first().waitFor()
    await settled(making)
    await shoot(making, 'make-dialog')
    await dialog.getByRole('button', { name: 'Make payouts' }).click()
    await making
      .getByText(/Left out: .* of 1 partner \(no payout details\)/)
      .first()
      .waitFor()
    await team('PATCH', 'payout-settings', { detailsRequired: false })
  }, 300_000)

  test('a SEPA file says when the money leaves, and refuses a day that is over', async () => {
    const { kysely } = stage.service.database
    await sayDetails(2)
    await team('PATCH', 'payout-settings', { debtor: { name: 'Acme GmbH', iban: 'NL91ABNA0417164300' } })
    const commission = await kysely
      .selectFrom('commissions')
      .select('id')
      .where('program_id', '=', stage.demo.program.id)
      .where('partner_id', '=', partnerAt(2))
      .where('status', 'in', ['pending', 'approved'])
      .where('payout_id', 'is', null)
      .executeTakeFirst()
    if (commission !== undefined) {
      await kysely
        .updateTable('commissions')
        .set({ currency: 'EUR', status: 'approved' })
        .where('program_id', '=', stage.demo.program.id)
        .where('id', '=', commission.id)
        .execute()
      await team('POST', 'payouts', { currency: 'EUR', partnerIds: [partnerAt(2)] })
    }
    const payout = await kysely
      .selectFrom('payouts')
      .select('id')
      .where('program_id', '=', stage.demo.program.id)
      .where('partner_id', '=', partnerAt(2))
      .where('currency', '=', 'EUR')
      .where('status', '=', 'open')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const page = await stage.open(at(`payouts?open=${payout.id}`))
    await page.getByRole('button', { name: 'Payment file…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Payment file of batch/ })
    const day = dialog.getByLabel('Execution date')
    expect(await day.inputValue()).toBe('')
    await day.fill('2026-03-09')
    await dialog.getByRole('button', { name: 'Download file' }).click()
    await dialog.getByText('The money cannot leave before today, 2026-03-10.').waitFor()
    expect(await barriersOf(page, 'sepa')).toEqual({})
    await day.fill('2026-04-03')
    await dialog
      .getByText(
        'The bank executes the payments on Tue, Apr 7, 2026: Fri, Apr 3, 2026 is Good Friday, a TARGET holiday.',
      )
      .waitFor()
    await shoot(page, 'sepa-execution')
    await day.fill('2026-03-20')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download file' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^sepa-\d+-\d+-eur-1\.xml$/)
    const file = await readFile(await download.path(), 'utf8')
    expect(file).toContain('<ReqdExctnDt><Dt>2026-03-20</Dt></ReqdExctnDt>')
    expect(file).toContain(`<IBAN>${IBAN}</IBAN>`)
  })
})
