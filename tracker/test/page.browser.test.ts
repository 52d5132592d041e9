import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../server/test/new-folder.ts'
import { describeInChromium, launchProfile } from './chromium.ts'
import { openStage, readClickId, type Stage, signup } from './stage.ts'

let stage: Stage

describeInChromium('a page with the tracker', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test('removes only the link code from the address bar with data-strip', async () => {
    const program = await stage.newProgram()
    stage.shop.head = `<script>history.replaceState({ page: 1 }, '')</script>${stage.tag(program, 'data-strip')}`
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/shoes?size=42&aff=${program.code}&color=red#reviews`))
    await readClickId(page)
    expect(page.url()).toBe(stage.address('/shoes?size=42&color=red#reviews'))
    expect(await page.evaluate(() => history.state)).toEqual({ page: 1 })
    expect(await page.evaluate(() => history.length)).toBe(2)
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect(stage.gate.calls).toHaveLength(1)
  })

  test('counts a landing once, and no navigation, if it is a single-page app', async () => {
    const program = await stage.newProgram()
    const second = await stage.newPartner(program)
    stage.shop.head = stage.tag(program)
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    const id = await readClickId(page)
    await page.evaluate((code) => {
      history.pushState(null, '', '/shoes')
      history.pushState(null, '', `/basket?ref=${code}`)
      history.back()
    }, second.code)
    await page.waitForURL('**/shoes')
    await page.waitForLoadState('networkidle')
    expect(await readClickId(page)).toBe(id)
    expect(stage.gate.calls).toHaveLength(1)
  })

  test('can have an element with the ID "affiliate"', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    stage.shop.body = '<section id="affiliate"></section>'
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await readClickId(page)
    expect(await signup(page, 'customer-1')).toMatchObject({ success: true })
  })

  test('is not affected by an unreachable script', async () => {
    stage.shop.head = stage.tag({ id: 1 }).replace(`:${stage.gate.port}`, ':1')
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address('/?aff=some-code'))
    expect(await page.textContent('h1')).toBe('Shop')
  })

  test('works the same with the npm package', async () => {
    const program = await stage.newProgram()
    const { outputFiles } = buildSync({
      stdin: {
        contents: `import { init } from './index.ts'
          window.affiliate = init({ apiBase: '${stage.trackOrigin}/', programId: ${program.id}, strip: true })`,
        resolveDir: fileURLToPath(new URL('../src', import.meta.url)),
      },
      bundle: true,
      format: 'esm',
      target: 'es2020',
      write: false,
    })
    stage.shop.head = `<script type="module">${outputFiles[0]?.text}</script>`
    const page = await (await stage.newVisitor()).newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await readClickId(page)
    expect(page.url()).toBe(stage.address('/'))
    expect(await signup(page, 'customer-1')).toMatchObject({ success: true, provisional: true })
    expect(stage.gate.calls.map(({ body }) => body.program_id)).toEqual([program.id, program.id])
  })
})

describeInChromium('a page with blocked cookies', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  beforeEach(() => stage.reset())

  test('sends its click and signup in a sandboxed frame, where reading cookies throws', async () => {
    const program = await stage.newProgram()
    stage.shop.frameHead = stage.tag(program, 'data-strip')
    const visitor = await stage.newVisitor()
    stage.shop.body = `<iframe sandbox="allow-scripts" src="/frame?aff=${program.code}"></iframe>`
    const page = await visitor.newPage()
    await page.goto(stage.address('/'))
    const frame = page.frames()[1]
    if (frame === undefined) throw new Error('the page has no frame')
    expect(await frame.evaluate(() => origin)).toBe('null')
    await frame.waitForFunction(() => window.affiliate?.clickId?.())
    expect(await frame.evaluate(() => window.affiliate?.signup?.('customer-1'))).toMatchObject({
      success: true,
      provisional: true,
    })
    await frame.evaluate(() => window.affiliate?.consent?.(false))
    expect(await frame.evaluate(() => window.affiliate?.clickId?.())).toBeUndefined()
    expect(await visitor.storageState()).toEqual({ cookies: [], origins: [] })
    expect(await stage.countClicks(program)).toBe(1)
  })

  test('sends its click and signup if a browser setting blocks cookies, and stores nothing', async () => {
    const program = await stage.newProgram()
    stage.shop.head = stage.tag(program)
    const folder = newFolder()
    mkdirSync(join(folder, 'Default'))
    const block = 2
    const preferences = { profile: { default_content_setting_values: { cookies: block } } }
    writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
    const visitor = await launchProfile(folder)
    const errors: string[] = []
    visitor.on('weberror', (webError) => errors.push(webError.error().message))
    onTestFinished(() => visitor.close())
    const page = await visitor.newPage()
    await page.goto(stage.address(`/?aff=${program.code}`))
    await readClickId(page)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expect(await page.evaluate(() => Object.keys(window).includes('affiliate'))).toBe(true)
    expect(
      await page.evaluate(() => {
        try {
          return localStorage.length
        } catch (error) {
          return String(error)
        }
      }),
    ).toContain('SecurityError')
    expect(await signup(page, 'customer-1')).toMatchObject({ success: true, provisional: true })
    expect(errors).toEqual([])
  })
})
