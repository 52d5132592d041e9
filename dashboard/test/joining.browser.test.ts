import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { send, signInMember, type TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

const PHONE_PX = 390
const DESK_PX = 1440
/** Where pictures of the pages go, for who wants to look at them. */
const PICTURES = process.env.JOINING_PICTURES

describeInChromium('joining a program', () => {
  test('is set up, applied for with the proof of work done, and approved in the inbox', async () => {
    const stage = await openStage()
    const program = await stage.emptyProgram()
    const settings = `/programs/${program.id}/settings?section=join-page`
    const picture = async (page: typeof team, name: string) => {
      if (PICTURES === undefined) return
      mkdirSync(PICTURES, { recursive: true })
      await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
    }
    const team = await stage.open(settings, { width: DESK_PX })
    await team.getByLabel('Name in the address').fill('Acme shop!')
    await team.getByRole('button', { name: 'Save brand' }).click()
    await team.getByText('Type small letters, digits and dashes').waitFor()
    await team.getByLabel('Name in the address').fill('acme')
    await team.getByLabel('Colour').fill('#0f766e')
    await team.getByRole('button', { name: 'Save brand' }).click()
    await team.getByText('Brand saved.').first().waitFor()
    await team.getByText('By approval').click()
    await team
      .getByLabel('Words (optional)')
      .fill('We make **good** things.\n\n- They last\n- People like them')
    await team.getByLabel('Terms (optional)').fill('Be kind. Do not bid on our name.')
    await team.getByRole('button', { name: 'Add a question' }).click()
    await team.getByText('It follows once each question has its words.').waitFor()
    await team.getByLabel('Question 1', { exact: true }).fill('Where do you write?')
    await team.getByLabel('Needs an answer').check()
    const preview = team.frameLocator('iframe')
    await preview.getByText('Where do you write?').waitFor()
    await preview.getByText('I accept these terms (version 1).').waitFor()
    // Its links would open windows, which the sandbox refuses: none takes the place of the preview.
    expect(await preview.locator('base').getAttribute('target')).toBe('_blank')
    await team.getByRole('button', { name: 'Save joining' }).click()
    await team.getByText('Joining saved.').first().waitFor()
    await settled(team)
    expect(await findBarriers(team)).toEqual([])
    await picture(team, 'settings-desk')
    await team.setViewportSize({ width: PHONE_PX, height: 860 })
    await settled(team)
    expect(await team.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_PX)

    const applicant = await stage.newVisitor({ width: PHONE_PX })
    await applicant.goto(addressOf('/join/acme'))
    await applicant.getByRole('heading', { name: 'Join Acme partners' }).waitFor()
    const icon = await send(stage.service.app, 'GET', '/favicon.ico')
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    for (const [width, colorScheme] of [
      [PHONE_PX, 'light'],
      [PHONE_PX, 'dark'],
      [DESK_PX, 'light'],
      [DESK_PX, 'dark'],
    ] as const) {
      await applicant.setViewportSize({ width, height: 860 })
      await applicant.emulateMedia({ colorScheme })
      expect(await findBarriers(applicant)).toEqual([])
      expect(await applicant.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await picture(applicant, `join-${width}-${colorScheme}`)
    }
    await applicant.getByLabel('Name').fill('Ada')
    await applicant.getByLabel('E-mail').fill('ada@blog.test')
    await applicant.getByLabel('Where do you write?').fill('On my blog')
    await applicant.getByRole('button', { name: 'Send the application' }).click()
    await applicant.getByText('Accept the terms, or leave this page.').waitFor()
    expect(await applicant.getByLabel('Where do you write?').inputValue()).toBe('On my blog')
    expect(await findBarriers(applicant)).toEqual([])
    await applicant.getByLabel('I accept these terms').check()
    await applicant.getByRole('button', { name: 'Send the application' }).click()
    await applicant.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await findBarriers(applicant)).toEqual([])

    await team.setViewportSize({ width: DESK_PX, height: 860 })
    await team.goto(addressOf(`/programs/${program.id}/applications`))
    await team.getByText('ada@blog.test').click()
    const panel = team.getByRole('dialog')
    await panel.getByText('On my blog').waitFor()
    for (const [width, colorScheme] of [
      [DESK_PX, 'light'],
      [DESK_PX, 'dark'],
      [PHONE_PX, 'dark'],
      [PHONE_PX, 'light'],
    ] as const) {
      await team.setViewportSize({ width, height: 860 })
      await team.emulateMedia({ colorScheme })
      await settled(team)
      expect(await findBarriers(team)).toEqual([])
      expect(await team.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await picture(team, `inbox-${width}-${colorScheme}`)
    }
    await panel.getByRole('button', { name: 'Ask back' }).click()
    await team.getByLabel('Question').fill('How many people read it?')
    await team.getByRole('button', { name: 'Ask', exact: true }).click()
    const url = await team.getByRole('dialog').locator('code').innerText()
    await applicant.goto(url)
    await applicant.getByLabel('Your answer').fill('A thousand')
    expect(await findBarriers(applicant)).toEqual([])
    await picture(applicant, 'answer')
    await applicant.getByRole('button', { name: 'Send the answer' }).click()
    await applicant.getByRole('heading', { name: 'Thank you' }).waitFor()

    await team.goto(addressOf(`/programs/${program.id}/applications`))
    await team.getByText('ada@blog.test').click()
    await panel.getByText('A thousand').waitFor()
    await panel.getByRole('button', { name: 'Approve' }).click()
    await team.getByText('Ada is a partner now.').first().waitFor()
    await panel.getByText('Approved by').waitFor()
    await panel.getByRole('link', { name: 'Show the partner' }).click()
    await team.getByRole('dialog').getByText('Approved').first().waitFor()

    await team.goto(addressOf(`/programs/${program.id}/applications`))
    await team.getByRole('button', { name: 'Invite a partner' }).click()
    await team.getByRole('button', { name: 'Invite', exact: true }).click()
    await team.getByText('Pass this link on').waitFor()
    const invitation = await team.getByRole('dialog').locator('code').innerText()
    await team.getByRole('button', { name: 'I have copied it' }).click()
    await team.getByText('Whoever has the link').waitFor()
    await settled(team)
    expect(await findBarriers(team)).toEqual([])
    await picture(team, 'invitations')
    await applicant.goto(invitation)
    await applicant.getByText('invites you.').waitFor()
  }, 180_000)

  test('who sets joining up reads whether anybody gets to the page, and where it stands', async () => {
    const stage = await openStage()
    const program = await stage.emptyProgram()
    const team = await stage.open(`/programs/${program.id}/settings?section=join-page`, { width: PHONE_PX })
    await team.getByText('Nobody can reach the join page: it has no name in its address yet.').waitFor()
    await settled(team)
    expect(await findBarriers(team)).toEqual([])
    await team.getByRole('button', { name: 'Save joining' }).click()
    await team
      .getByText('Nobody can reach the page until Brand has its name in the address.')
      .first()
      .waitFor()
    await team.getByRole('button', { name: 'Name it under Brand' }).click()
    const slug = team.getByLabel('Name in the address')
    await expect.poll(() => slug.evaluate((field) => field === document.activeElement)).toBe(true)
    await slug.fill('seen')
    await team.getByRole('button', { name: 'Save brand' }).click()
    const link = team.getByRole('link', { name: addressOf('/join/seen') })
    expect(await link.getAttribute('href')).toBe('/join/seen')
    await settled(team)
    expect(await findBarriers(team)).toEqual([])
    expect(await team.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_PX)
    await team.getByRole('button', { name: 'Save joining' }).click()
    await team.getByText('Joining saved.', { exact: true }).first().waitFor()

    const unsaved = await stage.emptyProgram()
    const bearer = await signInMember(stage.service, unsaved)
    const brand = { bearer, body: { slug: 'unsaved' } }
    await send(stage.service.app, 'PATCH', `/api/programs/${unsaved.id}/brand`, brand)
    await team.goto(addressOf(`/programs/${unsaved.id}/settings?section=join-page`))
    await team
      .getByText(
        `Until joining is saved, ${addressOf('/join/unsaved')} says that the program takes no new partners.`,
      )
      .waitFor()
    await team.goto(addressOf('/join/unsaved'))
    await team.getByText('takes no new partners at the moment').waitFor()
  })

  test('what was sent is sent once: its thanks are opened again, and Back leads to the form', async () => {
    const stage = await openStage()
    const program = await stage.emptyProgram()
    await openJoinPage(stage, program)
    const applicant = await stage.newVisitor({ width: PHONE_PX })
    await applicant.goto(addressOf('/join/once'))
    const sending = applicant.getByRole('button', { name: 'Send the application' })
    await applicant.getByLabel('Name').fill('Ada')
    await sending.click()
    await applicant.getByText('Something is missing, or is not right yet.').waitFor()
    // It says so where the reader is, and leads to what is missing.
    const focused = () => applicant.evaluate(() => document.activeElement?.getAttribute('role'))
    await expect.poll(focused).toBe('alert')
    expect(await findBarriers(applicant)).toEqual([])
    await applicant.keyboard.press('Tab')
    await applicant.keyboard.press('Enter')
    await expect.poll(() => applicant.evaluate(() => document.activeElement?.id)).toBe('email')
    await applicant.getByLabel('E-mail').fill('ada@blog.test')
    await sending.click()
    const thanks = applicant.getByRole('heading', { name: 'Thank you' })
    await thanks.waitFor()
    const sent: string[] = []
    applicant.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await applicant.reload()
    await thanks.waitFor()
    expect(applicant.url()).toBe(addressOf('/join/once/thanks'))
    await applicant.goBack()
    await applicant.getByRole('heading', { name: 'Join Acme partners' }).waitFor()
    await applicant.goForward()
    await thanks.waitFor()
    expect(sent).toEqual([])
    const applications = stage.service.database.kysely.selectFrom('applications').select('email')
    expect(await applications.where('program_id', '=', program.id).execute()).toEqual([
      { email: 'ada@blog.test' },
    ])
  })
})

/** A join page at `/join/once`, with nothing on it but its form. */
async function openJoinPage({ service }: Stage, program: TestProgram) {
  const bearer = await signInMember(service, program)
  const save = async (method: 'PATCH' | 'PUT', path: string, body: object) => {
    const { status } = await send(service.app, method, `/api/programs/${program.id}${path}`, { bearer, body })
    expect(status).toBe(200)
  }
  await save('PATCH', '/brand', { slug: 'once' })
  await save('PUT', '/join-page', { mode: 'approval', words: '', terms: null, questions: [] })
}
