import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeInChromium } from './chromium.ts'
import { openStage, readClickId, readWaitingClick, type Stage, signup } from './stage.ts'

let stage: Stage

/** The README's snippet for calls before the script has loaded. */
const QUEUE = `<script>
  window.affiliate = window.affiliate || {
    q: [],
    signup(...a) { return new Promise((r) => this.q.push([r, 'signup', ...a])) },
    consent(...a) { return new Promise((r) => this.q.push([r, 'consent', ...a])) },
  }
</script>`

const leadRequests = () => stage.gate.calls.filter(({ path }) => path === '/api/v1/track/lead')

describeInChromium('affiliate.signup', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test('creates a provisional lead if leads are server-verified; a second signup returns it and records nothing (D22)', async () => {
    const program = await stage.newProgram({ leadAuthPolicy: 'server_verified' })
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    const click_id = await readClickId(page)
    const first = await signup(page, 'customer-1', 'ann@example.com')
    expect(first).toMatchObject({ success: true, provisional: true, lead_id: expect.any(Number) })
    expect(await signup(page, 'customer-1', 'ann@example.com')).toMatchObject({
      success: true,
      provisional: true,
      lead_id: first?.success && first.lead_id,
    })
    expect(await stage.countLeads(program)).toBe(1)
    expect(leadRequests()[0]).toEqual({
      path: '/api/v1/track/lead',
      contentType: 'text/plain;charset=UTF-8',
      body: { click_id, customer_key: 'customer-1', email: 'ann@example.com', program_id: program.id },
    })
  })

  test('confirms the lead in browser_allowed; a second signup is rejected without an error on the page (D22)', async () => {
    const program = await stage.newProgram({ leadAuthPolicy: 'browser_allowed' })
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await readClickId(page)
    const first = await signup(page, 'customer-1')
    expect(first).toMatchObject({ success: true, lead_id: expect.any(Number) })
    expect(first).not.toHaveProperty('provisional')
    expect(await signup(page, 'customer-1')).toMatchObject({ error: { code: 'lead_already_settled' } })
    expect(await stage.countLeads(program)).toBe(1)
  })

  test('waits for the pending click right after landing', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    stage.gate.set('held')
    await page.goto(stage.address(`/?aff=${program.code}`))
    const response = signup(page, 'customer-1')
    await expect.poll(() => stage.gate.calls.length).toBe(1)
    stage.gate.set('open')
    expect(await response).toMatchObject({ success: true, provisional: true })
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('resolves with the error, so that an unawaited signup causes no unhandled rejection', async () => {
    const program = await stage.newProgram({ leadAuthPolicy: 'browser_allowed' })
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await readClickId(page)
    expect(await signup(page, 'c'.repeat(1_000), 'ann@example.com')).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'customer_key' } },
    })
    await page.evaluate(() => {
      window.affiliate?.signup?.('')
      // @ts-expect-error: untyped pages may pass anything
      window.affiliate?.signup?.()
      // @ts-expect-error
      window.affiliate?.signup?.(null, 7n)
    })
    // The call without a key was this click's signup.
    expect(await signup(page, 'customer-1')).toMatchObject({ error: { code: 'lead_already_settled' } })
  })

  test('runs calls in order if they were made before the script had loaded', async () => {
    const program = await stage.newProgram()
    stage.shop.head = `${QUEUE}
      <script>
        const early = window.affiliate
        early.consent(true)
        early.signup('customer-1').then((answer) => { document.title = JSON.stringify(answer) })
        // References taken early from the page's own object keep working.
        addEventListener('load', () => { window.isSame = early === window.affiliate && !!early.clickId })
      </script>${stage.tag(program, 'data-consent="required"')}`
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await expect.poll(async () => JSON.parse(await page.title())).toMatchObject({ provisional: true })
    expect(await page.evaluate('window.isSame')).toBe(true)
    expect(await stage.countLeads(program)).toBe(1)
  })
})

describeInChromium('data-consent="required"', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  const consent = (page: Page, given: boolean) =>
    page.evaluate((value) => window.affiliate?.consent?.(value), given)

  test('stores and sends nothing before consent(true), then counts the landing', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program, 'data-consent="required" data-strip')
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await page.waitForLoadState('networkidle')
    expect(await signup(page, 'customer-1')).toEqual({ error: { code: 'no_attribution' } })
    expect(stage.gate.calls).toEqual([])
    expect(await visitor.storageState()).toEqual({ cookies: [], origins: [] })
    // The URL stays, because only it contains the code.
    expect(page.url()).toContain(program.code)
    await consent(page, true)
    await readClickId(page)
    expect(page.url()).not.toContain(program.code)
    expect(await signup(page, 'customer-1')).toMatchObject({ success: true })
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('removes the cookie on consent(false), and no longer sends signups', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await consent(page, true)
    await readClickId(page)
    await consent(page, false)
    expect(await visitor.storageState()).toEqual({ cookies: [], origins: [] })
    expect(await page.evaluate(() => window.affiliate?.clickId?.())).toBeUndefined()
    expect(await signup(page, 'customer-1')).toEqual({ error: { code: 'no_attribution' } })
    expect(stage.gate.calls).toHaveLength(1)
  })

  test('removes the stored cookie and pending click after consent(false) on a later visit', async () => {
    const program = await stage.newProgram()
    const second = await stage.newPartner(program)
    stage.shop.head = stage.tag(program, 'data-consent="required"')
    const visitor = await stage.newVisitor()
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await consent(page, true)
    await readClickId(page)
    stage.gate.set('unavailable')
    await page.goto(stage.address(`/?aff=${second.code}`))
    await consent(page, true)
    await expect.poll(() => readWaitingClick(page)).toBeTruthy()
    await page.goto(stage.address('/', 'www.shop.test'))
    await consent(page, false)
    expect(await visitor.storageState()).toEqual({ cookies: [], origins: [] })
    stage.gate.set('open')
    const calls = stage.gate.calls.length
    await page.goto(stage.address('/'))
    await consent(page, true)
    await page.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(calls)
    expect(await stage.countClicks(program)).toBe(1)
  })
})
