import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from './chromium.ts'
import { openStage, readClickId, type Stage, signup } from './stage.ts'

let stage: Stage

const STORE = 'www.store.test'
const PARAMETER = /[?&]service_click_id=([^&#]+)/

/** Loads the tracker and the optional script on every page of both sites. */
function load(program: TestProgram, attributes = 'data-domains="store.test, checkout.test"') {
  stage.shop.head = `${stage.tag(program)}<script src="${stage.trackOrigin}/js/pages.js" ${attributes} defer></script>`
}

/** Opens the shop through a partner link. */
async function land(program: TestProgram, body = '') {
  load(program)
  stage.shop.body = body
  const visitor = await stage.newVisitor()
  const page = await visitor.newPage()
  await page.goto(stage.address(`/?aff=${program.code}`))
  return { visitor, page, id: await readClickId(page) }
}

describeInChromium('a site with the optional script', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test('captures a click when a single-page app changes the URL, once per link', async () => {
    const program = await stage.newProgram()
    const second = await stage.newPartner(program)
    load(program, '')
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address('/'))
    await page.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(0)
    await page.evaluate((code) => history.pushState({ at: 1 }, '', `/shoes?aff=${code}`), program.code)
    const first = await readClickId(page)
    expect(await page.evaluate(() => history.state)).toEqual({ at: 1 })
    await page.evaluate((code) => {
      history.replaceState(null, '', `/shoes?aff=${code}&size=42`)
      history.pushState(null, '', '/basket')
      history.back()
    }, program.code)
    await page.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(1)
    await page.evaluate((code) => history.pushState(null, '', `/?ref=${code}`), second.code)
    await expect.poll(() => readClickId(page)).not.toBe(first)
    expect(await stage.countClicks(program)).toBe(2)
  })

  test('passes the click to the merchant’s other site, which doesn’t count it again and gets the signup', async () => {
    const program = await stage.newProgram()
    const target = stage.address('/pay?about&size=42#part', STORE)
    const { page, id } = await land(program, `<a href="${target}">Pay</a>`)
    await page.click('a')
    await page.waitForURL(`**${STORE}**`)
    expect(page.url()).toBe(stage.address(`/pay?about&size=42&service_click_id=${id}#part`, STORE))
    expect(await readClickId(page)).toBe(id)
    expect(await stage.countClicks(program)).toBe(1)
    expect(await signup(page, 'customer-1')).toMatchObject({ success: true })
    expect(await stage.countLeads(program)).toBe(1)
  })

  test('passes the click to a new tab and through forms, with the form’s own fields', async () => {
    const program = await stage.newProgram()
    const action = stage.address('/pay?plan=1', STORE)
    const { visitor, page, id } = await land(
      program,
      `<a href="${action}" target="_blank">Pay</a>
      <form id="get" action="${action}"><input name="action" value="buy"><button>Get</button></form>
      <form id="post" action="${action}" method="post"><input name="size" value="42"><button>Post</button></form>`,
    )
    const [tab] = await Promise.all([visitor.waitForEvent('page'), page.click('a')])
    await tab.waitForURL(`**service_click_id=${id}`)
    expect(await readClickId(tab)).toBe(id)
    await page.click('#get button')
    await page.waitForURL(`**${STORE}**`)
    expect(page.url()).toBe(stage.address(`/pay?action=buy&service_click_id=${id}`, STORE))
    await page.goto(stage.address('/'))
    await page.click('#post button')
    await page.waitForURL(`**${STORE}**`)
    expect(page.url()).toBe(stage.address(`/pay?plan=1&service_click_id=${id}`, STORE))
  })

  test.each([
    ['a foreign site', 'www.evil.test'],
    ['a site whose name ends like the merchant’s', 'mystore.test'],
    ['the same site', 'www.shop.test'],
  ])('never passes the click to %s', async (_, host) => {
    const program = await stage.newProgram()
    const { page } = await land(program, `<a href="${stage.address('/next', host)}">Next</a>`)
    await page.click('a')
    await page.waitForURL('**/next')
    expect(page.url()).not.toMatch(PARAMETER)
  })

  test('passes nothing for a visitor who wasn’t referred by a partner', async () => {
    const program = await stage.newProgram()
    load(program)
    stage.shop.body = `<a href="${stage.address('/pay', STORE)}">Pay</a>`
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address('/'))
    await page.click('a')
    await page.waitForURL('**/pay')
    expect(page.url()).not.toMatch(PARAMETER)
  })

  test('keeps the other site’s newer click', async () => {
    const program = await stage.newProgram()
    const second = await stage.newPartner(program)
    const { page, id } = await land(program)
    await page.goto(stage.address(`/?aff=${second.code}`, STORE))
    const newer = await readClickId(page)
    expect(newer).not.toBe(id)
    await page.goto(stage.address(`/?service_click_id=${id}`, STORE))
    await page.waitForLoadState('networkidle')
    expect(await readClickId(page)).toBe(newer)
    expect(await stage.countClicks(program)).toBe(2)
  })

  test('ignores a click ID that doesn’t exist', async () => {
    const program = await stage.newProgram()
    load(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address('/?service_click_id=1-019cd79e-4600-76e7-9df6-91d333b71b82'))
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(await stage.countClicks(program)).toBe(0)
  })
})
