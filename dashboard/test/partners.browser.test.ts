import { beforeAll, expect, test } from 'vitest'
import { createTestPartner, signInMember } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

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
    await dialog.getByRole('button', { name: 'Add partner' }).click()

    const panel = page.getByRole('dialog', { name: 'Nora Berg' })
    await panel.getByText('Pending', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Approve' }).click()
    await panel.getByText('Approved', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await page
      .getByRole('row', { name: /Nora Berg/ })
      .getByText('Approved')
      .waitFor()

    await page.getByLabel('Which page should partner links lead to?').fill('shop.example/start')
    await page.getByRole('button', { name: 'Use this page' }).click()
    await page.getByText('https://shop.example/start').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link of Nora Berg' }).click()
    await page.getByRole('button', { name: 'Copied link of Nora Berg' }).waitFor()
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
      if (period === 'all') await page.getByRole('radio', { name: 'All time' }).click()
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
    expect(page.url()).toContain('period=all')
  })

  test('a link is made and switched off; a code that is taken is refused at its field', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/partners?open=${program.partnerId}`)
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Code of another link').fill(`second-${program.id}`)
    await panel.getByRole('button', { name: 'Create link' }).click()
    await panel.getByRole('button', { name: `Deactivate link second-${program.id}` }).click()
    await panel.getByRole('button', { name: `Activate link second-${program.id}` }).waitFor()
    await panel.getByText('Inactive', { exact: true }).waitFor()
    await panel.getByLabel('Code of another link').fill(program.code)
    await panel.getByLabel('Code of another link').press('Enter')
    await panel.getByText('This code is taken: choose another one.').waitFor()
    expect(await panel.getByLabel('Code of another link').getAttribute('aria-invalid')).toBe('true')
  })

  test('who waits is found by the filter of the address and approved in the list', async () => {
    const program = await stage.emptyProgram()
    await createTestPartner(stage.service, program, 'pending')
    const page = await stage.open(`/programs/${program.id}/partners?status=pending`)
    await page.getByRole('button', { name: 'Approve Pat' }).click()
    await page.getByText('No partner is pending').waitFor()
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
    await page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).waitFor()
    for (const name of ['Approve', 'Reject', 'Create link', 'Deactivate']) {
      expect(await page.getByRole('button', { name }).count(), name).toBe(0)
    }
    await page.goto(page.url().replace(/partners.*/, 'commissions'))
    await page.getByText('Your role does not show commissions').waitFor()
    await page.goto(page.url().replace('commissions', 'settings?section=keys'))
    await page.getByText('Your role does not show API keys').waitFor()
    await page.goto(page.url().replace('keys', 'members'))
    await page.getByText('Your role does not show the members').waitFor()
    await page.goto(page.url().replace('?section=members', ''))
    await page.getByText('Your role shows these settings.').waitFor()
    expect(await page.getByLabel('Name').isDisabled()).toBe(true)
  })

  test.each(['light', 'dark'] as const)(
    'the panel and the dialog keep nobody out, in %s',
    async (colorScheme) => {
      const page = await stage.open(`/programs/${stage.demo.program.id}/partners?open=1`, { colorScheme })
      await settled(page)
      expect(await findBarriers(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await page.getByRole('button', { name: 'Add partner' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await findBarriers(page)).toEqual([])
    },
  )
})
