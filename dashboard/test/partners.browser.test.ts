import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestPartner, send, signInMember } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('the partners', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('in an empty program one is added, approved, and its link is there to copy', async () => {
    const program = await stage.emptyProgram()
    await stage.service.database.kysely
      .deleteFrom('link_codes')
      .where('program_id', '=', program.id)
      .execute()
    await stage.service.database.kysely.deleteFrom('links').where('program_id', '=', program.id).execute()
    await stage.service.database.kysely
      .deleteFrom('partner_programs')
      .where('program_id', '=', program.id)
      .execute()
    const page = await stage.open(`/programs/${program.id}/partners`)
    await page.getByText('No partners yet').waitFor()
    await page.getByRole('button', { name: 'Add your first partner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nora Berg')
    await dialog.getByLabel('E-mail').fill('nora@partners.example')
    await dialog.getByLabel('Link code').fill(`nora-${program.id}`)
    expect(await dialog.getByLabel('Approve at once').isChecked()).toBe(true)
    await dialog.getByLabel('Approve at once').uncheck()
    await dialog.getByRole('button', { name: 'Add partner' }).click()

    await page.getByRole('heading', { name: 'Nora Berg', level: 1 }).waitFor()
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByText('Pending', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await profile.getByText('Approved', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'All partners' }).click()
    await page
      .getByRole('row', { name: /Nora Berg/ })
      .getByText('Approved')
      .waitFor()

    await page.getByLabel('Which page should partner links lead to?').fill('shop.example/start')
    await page.getByRole('button', { name: 'Use this page' }).click()
    await page.getByText('https://shop.example/start').waitFor()
    const colleague = await stage.open(`/programs/${program.id}/partners`)
    await colleague.getByText('https://shop.example/start').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link of Nora Berg' }).click()
    await page.getByRole('button', { name: 'Copied link of Nora Berg' }).waitFor()
  })

  test('a press beside a form loses none of it, the cross and Escape close it', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/partners`)
    const dialog = page.getByRole('dialog', { name: 'Add a partner' })
    await page.getByRole('button', { name: 'Add partner' }).click()
    await dialog.getByLabel('Name').fill('Half typed')
    await page.mouse.click(5, 400)
    await settled(page)
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Half typed')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add partner' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('numbers are those of the API, for 30 days and for all time', async () => {
    const { partners } = stage.demo
    const page = await stage.open(`/programs/${stage.demo.program.id}/partners`)
    const clicksOf = (name: string) =>
      page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('cell')
        .nth(3)
        .innerText()
    for (const period of ['30d', 'all']) {
      if (period === 'all') {
        await page.getByRole('radiogroup', { name: 'Period' }).getByRole('radio', { name: 'All' }).click()
      }
      await settled(page)
      const { data: listed } = await page.evaluate(
        async (url) => (await fetch(url)).json(),
        `/api/programs/${stage.demo.program.id}/partners`,
      )
      const ids = listed.map(({ id }: { id: number }) => id)
      const { data } = await page.evaluate(
        async (url) => (await fetch(url)).json(),
        `/api/programs/${stage.demo.program.id}/partner-numbers?partnerIds=${ids.join(',')}&period=${period}`,
      )
      for (const { name } of partners) {
        const { id } = listed.find((one: { name: string }) => one.name === name)
        const { clicks } = data.find(({ partnerId }: { partnerId: number }) => partnerId === id)
        await expect.poll(() => clicksOf(name)).toBe(clicks.toLocaleString('en-US'))
      }
    }
    await page.waitForURL(/period=all/)
  })

  test('every column orders the list, by the keyboard too, and the order stands in the address', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/partners`)
    const head = (name: string) => page.getByRole('columnheader', { name })
    const heads = [
      'Partner',
      'Status',
      'Link',
      'Clicks',
      'Leads',
      'Conversions',
      'Sales',
      'Revenue',
      'Commission',
    ]
    for (const name of heads) await expect.poll(() => head(name).getAttribute('aria-sort')).toBe('none')
    const clicks = async () => {
      const cells = await page.getByRole('row').locator('td:nth-child(4)').allInnerTexts()
      return cells.map((text) => Number(text.replaceAll(',', '')))
    }
    await head('Clicks').getByRole('button').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/sort=clicks/)
    await expect.poll(() => head('Clicks').getAttribute('aria-sort')).toBe('descending')
    await expect.poll(clicks).toEqual((await clicks()).toSorted((a, b) => b - a))
    const most = (await clicks())[0] ?? 0
    expect(most).toBeGreaterThan(0)
    await page.keyboard.press('Space')
    await page.waitForURL(/direction=asc/)
    await expect.poll(() => head('Clicks').getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(async () => (await clicks()).at(-1)).toBe(most)
    await page.reload()
    await expect.poll(async () => (await clicks()).at(-1)).toBe(most)
    await page.keyboard.press('Escape')
    await head('Clicks').getByRole('button').click()
    await page.waitForURL((url) => !url.search.includes('sort'))

    await head('Revenue').getByRole('button').click()
    await page.getByRole('combobox', { name: 'Currency of the order' }).selectOption('EUR')
    await page.waitForURL(/currency=EUR/)
    await head('Partner').getByRole('button').click()
    const names = async () =>
      (await page.getByRole('row').locator('td:first-child button').allInnerTexts()).map((name) =>
        name.toLowerCase(),
      )
    await expect.poll(names).toEqual(stage.demo.partners.map(({ name }) => name.toLowerCase()).sort())
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
  })

  test('the period of the overview is kept on the way to the partners, elsewhere and back', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/overview`)
    const period = page.getByRole('radiogroup', { name: 'Period' })
    const goTo = async (name: string) => {
      await page.getByRole('navigation', { name: 'Program' }).getByRole('link', { name }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    await period.getByRole('radio', { name: '90 days' }).click()
    await goTo('Partners')
    await page.waitForURL(/partners\?period=90d/)
    await expect.poll(() => period.getByRole('radio', { name: '90 days' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByRole('button', { name: 'Last month' }).click()
    await page.waitForURL(/from=2026-02-01&to=2026-02-28/)
    await goTo('Events')
    await page.waitForURL((url) => !url.search.includes('from'))
    await goTo('Overview')
    await page.waitForURL(/overview\?from=2026-02-01&to=2026-02-28/)
    await page.getByText(/^Feb 1 – 28, 2026, compared with/).waitFor()
    await period.getByRole('radio', { name: '30 days' }).click()
    await goTo('Partners')
    await page.waitForURL((url) => url.pathname.endsWith('/partners') && url.search === '')
    await expect.poll(() => period.getByRole('radio', { name: '30 days' }).isChecked()).toBe(true)
  })

  test('a link is made and switched off; a code that is taken is refused at its field', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/partners?open=${program.partnerId}`)
    await page.waitForURL(`**/partners/${program.partnerId}`)
    const panel = page.getByRole('region', { name: 'Links' })
    await panel.getByLabel('Code of another link').fill(`second-${program.id}`)
    await panel.getByRole('button', { name: 'Create link' }).click()
    await panel.getByRole('button', { name: `Deactivate link second-${program.id}` }).click()
    await panel.getByRole('button', { name: `Activate link second-${program.id}` }).waitFor()
    await panel.getByText('Inactive', { exact: true }).waitFor()
    await panel.getByLabel('Code of another link').fill(program.code)
    await panel.getByLabel('Code of another link').press('Enter')
    await panel.getByText('This code is taken, or differs from a taken one only by case.').waitFor()
    const code = panel.getByLabel('Code of another link')
    await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true')
  })

  test('who waits is found by the filter of the address and approved in the list', async () => {
    const program = await stage.emptyProgram()
    await createTestPartner(stage.service, program, 'pending')
    const page = await stage.open(`/programs/${program.id}/partners?status=pending`)
    await page.getByRole('button', { name: 'Approve Pat' }).click()
    await page.getByText('No partner is pending').waitFor()
  })

  test('clicks that a waiting partner loses stand in its row and on its page, until it is approved', async () => {
    const program = await stage.emptyProgram()
    const { code, partnerId } = await createTestPartner(stage.service, program, 'pending')
    const click = async () => {
      const body = { affiliate_url: `https://shop.test/?aff=${code}` }
      return (await send(stage.service.app, 'POST', '/api/v1/track/click', { body })).body.success
    }
    expect([await click(), await click()]).toEqual([false, false])
    const page = await stage.open(`/programs/${program.id}/partners`)
    const row = page.getByRole('row', { name: /Pat/ }).filter({ hasText: 'Pending' })
    await row.getByText('2 clicks not counted').waitFor()
    await row.getByText('Pat', { exact: true }).click()
    const panel = page.getByRole('region', { name: 'Profile' })
    await panel
      .getByText('Clicks on its links are not counted and its sales are not attributed until it is approved.')
      .waitFor()
    await panel.getByText('2 clicks not counted so far').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await panel.getByText('2 clicks came while it waited for approval and were not counted.').waitFor()
    expect(await click()).toBe(true)
    await page.goto(addressOf(`/programs/${program.id}/partners/${partnerId}`))
    await panel.waitFor()
    await expect.poll(() => page.getByText('clicks not counted').count()).toBe(0)

    // Rejecting one loses what comes from then on: it is asked about, and said.
    await page.getByRole('button', { name: 'Reject' }).click()
    const question = page.getByRole('dialog', { name: 'Reject Pat?' })
    await question.getByText('what came meanwhile stays lost').waitFor()
    expect(await click()).toBe(true)
    await question.getByRole('button', { name: 'Reject partner' }).click()
    await panel.getByText('are not attributed until it is approved.').waitFor()
    expect(await click()).toBe(false)
    await page.getByRole('button', { name: 'Deactivate link' }).click()
    await page.getByRole('button', { name: 'Activate link' }).click()
    await page.getByText('counts clicks again once the partner is approved.').first().waitFor()
  })

  test('partners are found by name or e-mail, and the search stands in the address', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/partners`)
    const [first, second] = stage.demo.partners
    await page.getByRole('row', { name: new RegExp(second?.name ?? '') }).waitFor()
    await page.getByLabel('Search partners').fill((first?.name ?? '').slice(0, 5).toUpperCase())
    await page.getByRole('row', { name: new RegExp(second?.name ?? '') }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: new RegExp(first?.name ?? '') }).waitFor()
    await page.waitForURL(/search=/)
    await page.getByLabel('Search partners').fill('nobody at all')
    await page.getByText('No partner fits this search').waitFor()
  })

  test('a picker finds a partner that is not among the newest 200, and names the one of the address', async () => {
    const program = await stage.emptyProgram()
    await sql`
      with made as (
        insert into partners (workspace_id, name, email, created_at)
        select ${program.workspaceId}, 'Many ' || n, 'many-' || n || '@picker.example', now()
        from generate_series(1, 205) n
        returning id, created_at
      )
      insert into partner_programs (program_id, partner_id, workspace_id, status, created_at)
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
    await page.getByLabel('Find a partner').waitFor()
    await expect.poll(() => picker.locator('option:checked').innerText()).toBe('Many 3')
  })

  test('a viewer sees them and is offered no change', async () => {
    const program = await stage.emptyProgram()
    await signInMember(stage.service, program, { role: 'viewer' })
    await stage.service.database.kysely
      .updateTable('workspace_members')
      .set({ role: 'viewer' })
      .where('workspace_id', '=', program.workspaceId)
      .where('user_id', '=', stage.demo.user.id)
      .execute()
    const page = await stage.open(`/programs/${program.id}/partners?open=${program.partnerId}`)
    await page.getByRole('button', { name: /^Copy/ }).waitFor()
    await page.getByRole('region', { name: 'Notes' }).getByText('Nobody has written one yet.').waitFor()
    for (const name of [
      'Approve',
      'Reject',
      'Create link',
      'Deactivate',
      'Add note',
      'Add tag',
      'Make a link',
    ]) {
      await expect.poll(() => page.getByRole('button', { name }).count(), { message: name }).toBe(0)
    }
    await page.goto(page.url().replace(/partners.*/, 'commissions'))
    await page.getByText('Your role does not show this list').waitFor()
    await page.goto(page.url().replace('commissions', 'settings?section=keys'))
    await page.getByText('Your role does not show API keys').waitFor()
    await page.goto(page.url().replace('keys', 'members'))
    await page.getByText('Your role does not show the members').waitFor()
    await page.goto(page.url().replace('?section=members', ''))
    await page.getByText('Your role shows these settings.').waitFor()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  })

  test.each(['light', 'dark'] as const)('the dialog keeps nobody out, in %s', async (colorScheme) => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/partners`, { colorScheme })
    await page.getByRole('button', { name: 'Add partner' }).click()
    await page.getByRole('dialog').waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
  })
})
