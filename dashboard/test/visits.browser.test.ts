import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { send, startSession } from '../../server/test/harness.ts'
import { whenDone } from '../../server/test/when-done.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { listen } from '../../tracker/test/listen.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage
let bearer: string
let partner: { id: number; name: string }

const LOOKS = [
  ['light', 390],
  ['dark', 390],
  ['light', 1440],
  ['dark', 1440],
] as const
const TABS = ['Overview', 'Links', 'Earnings', 'Payouts']
/** Where screenshots go, for whoever wants to look. */
const SHOTS = process.env.SHOTS

/** Pages of two other sites, on this machine. */
let pages: { listed: string; other: string; leadTo(address: string, attributes?: string): void }

async function shoot(page: Page, name: string) {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}

describeInChromium('a partner’s portal that somebody else shows', () => {
  beforeAll(async () => {
    stage = await openStage()
    pages = await servePages()
    bearer = await startSession(stage.service, stage.demo.user.id)
    partner = await stage.service.database.kysely
      .selectFrom('links as l')
      .innerJoin('partners as p', 'p.id', 'l.partner_id')
      .select(['p.id', 'p.name'])
      .where('l.program_id', '=', stage.demo.program.id)
      .where('l.code', '=', stage.demo.partners[0]?.code ?? '')
      .executeTakeFirstOrThrow()
  })

  /** Serves a page with a frame, under whatever name is asked for. */
  async function servePages() {
    let shown = ''
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>Shop</title>
        <h1>Shop</h1><iframe title="Partner portal" ${shown} style="width:100%;height:640px;border:0"></iframe></html>`)
    })
    const port = await listen(server, 0)
    whenDone(() => server.close())
    return {
      listed: `http://shop.localhost:${port}`,
      other: `http://evil.localhost:${port}`,
      leadTo(address: string, attributes = '') {
        shown = `src="${address}" ${attributes}`
      },
    }
  }

  /** As an origin of https is listed by the settings, which take no other. */
  async function listOrigin() {
    await inProgram('PATCH', '/portal-settings', { embedOrigins: ['https://shop.example'] })
    await stage.service.database.kysely
      .updateTable('portal_settings')
      .set({ embed_origins: ['https://shop.example', pages.listed] })
      .where('program_id', '=', stage.demo.program.id)
      .execute()
  }

  const inProgram = (method: 'PATCH' | 'POST', path: string, body?: unknown) =>
    send(stage.service.app, method, `/api/programs/${stage.demo.program.id}${path}`, {
      bearer,
      ...(body === undefined ? {} : { body }),
    })
  const embedAddress = async () => {
    const { status, body } = await inProgram('POST', `/partners/${partner.id}/embed-token`)
    expect(status).toBe(201)
    return String(body.data.url)
  }

  test.each(LOOKS)(
    'the team sees what a partner sees, and changes nothing, in %s at %i',
    async (colorScheme, width) => {
      const page = await stage.open(`/programs/${stage.demo.program.id}/partners?open=${partner.id}`, {
        colorScheme,
        width,
      })
      const button = page.getByRole('button', { name: 'View as this partner' })
      await button.scrollIntoViewIfNeeded()
      await settled(page)
      expect(await findBarriers(page)).toEqual([])
      const opened = page.context().waitForEvent('page')
      await button.click()
      const view = await opened
      const banner = view.getByText(`You see what ${partner.name} sees; nothing can be changed.`)
      await banner.waitFor()
      expect(new URL(view.url()).hash).toBe('')
      for (const tab of TABS) {
        await view.getByRole('navigation', { name: 'Program' }).getByRole('link', { name: tab }).click()
        await view.getByRole('heading', { name: tab, level: 1 }).waitFor()
        await expect.poll(() => view.getByText('Loading').count()).toBe(0)
        expect(await banner.isVisible()).toBe(true)
        expect(await findBarriers(view)).toEqual([])
        await shoot(view, `view-${tab}-${colorScheme}-${width}`)
      }
      expect(await view.getByRole('button', { name: 'Make link' }).count()).toBe(0)
      expect(await view.getByRole('link', { name: 'Profile' }).count()).toBe(0)
      const cookies = await view.context().cookies()
      expect(cookies.map(({ name }) => name)).toEqual(['affiliate.session_token'])
      await view.reload()
      await view.getByRole('heading', { name: 'This view is over' }).waitFor()
      expect(await findBarriers(view)).toEqual([])
    },
  )

  /** A page of another origin, with the portal in a frame. */
  async function showPage(page: Page, origin: string, address: string, attributes?: string) {
    pages.leadTo(address, attributes)
    await page.goto(`${origin}/partners`)
    return page.frameLocator('iframe')
  }

  test.each(LOOKS)('a listed page shows it in a frame, in %s at %i', async (colorScheme, width) => {
    await listOrigin()
    const page = await stage.newVisitor({ colorScheme, width })
    // As the documents say that a frame may be kept in a sandbox.
    const sandbox = 'sandbox="allow-scripts allow-same-origin allow-forms allow-downloads allow-popups"'
    const attributes = colorScheme === 'dark' ? sandbox : ''
    const frame = await showPage(page, pages.listed, await embedAddress(), attributes)
    await frame.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await frame.getByRole('link', { name: 'Links' }).click()
    const code = `framed-${colorScheme}-${width}`
    await frame.getByLabel('Code (optional)').fill(code)
    await frame.getByRole('button', { name: 'Make link' }).click()
    await frame.getByText(`${code} is yours.`).waitFor()
    await shoot(page, `embed-${colorScheme}-${width}`)
    await frame.getByRole('link', { name: 'Earnings' }).click()
    const download = page.waitForEvent('download')
    await frame.getByRole('button', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    expect(await frame.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
    // Nothing of it is carried by cookies, which a browser may block within frames.
    expect(await page.context().cookies()).toEqual([])
  })

  test('a page that is not listed shows nothing, and its ticket is not spent', async () => {
    await listOrigin()
    const visitor = await stage.newVisitor()
    // Chromium says on the console that it refuses: this page may.
    const page = await visitor.context().newPage()
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    const address = await embedAddress()
    const frame = await showPage(page, pages.other, address)
    await refused
    expect(await frame.getByRole('heading').count()).toBe(0)
    const ticket = address.split('#')[1]
    const entered = await send(stage.service.app, 'POST', '/api/partner/visits', { body: { token: ticket } })
    expect(entered.status).toBe(200)
    // Nor does a listed page show any other page of the service.
    const again = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await showPage(page, pages.listed, addressOf('/partner'))
    await again
  })

  test.each(LOOKS)('Settings say whose pages may show it, in %s at %i', async (colorScheme, width) => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=portal`, { colorScheme, width })
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    const origins = page.getByLabel('Pages that may show it in a frame')
    await origins.fill('https://*.shop.example')
    await page.getByRole('button', { name: 'Save portal settings' }).click()
    await page.getByText(/\*\.shop\.example is no https origin/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await shoot(page, `settings-${colorScheme}-${width}`)
    await origins.fill('https://shop.example\nhttps://app.shop.example')
    await page.getByLabel('Links that a partner may make himself').fill('5')
    await page.getByRole('button', { name: 'Save portal settings' }).click()
    await page.getByText('Portal settings saved.', { exact: true }).waitFor()
    await page.reload()
    await settled(page)
    expect(await origins.inputValue()).toBe('https://shop.example\nhttps://app.shop.example')
    expect(await page.getByLabel('Links that a partner may make himself').inputValue()).toBe('5')
  })
})
