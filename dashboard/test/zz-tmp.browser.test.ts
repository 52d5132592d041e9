import { beforeAll, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { enlargeText } from './large-text.ts'
import { addressOf, openStage, type Stage, settled } from './stage.ts'

let stage: Stage
describeInChromium('tmp', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  test('wide', async () => {
    const page = await stage.newVisitor({ width: 390, hasTouch: true })
    await page.context().addCookies(await (await stage.open('/account')).context().cookies())
    await page.goto(addressOf(`/programs/${stage.demo.program.id}/applications`))
    await settled(page)
    await page.setViewportSize({ width: 360, height: 860 })
    await enlargeText(page)
    console.log(await page.evaluate(() => [document.documentElement.scrollWidth, ...[...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > 361).map((e) => `${Math.round(e.getBoundingClientRect().left)}-${Math.round(e.getBoundingClientRect().right)} ${e.outerHTML.slice(0, 130)}`).slice(0, 25)].join('\n')))
    await page.screenshot({ path: '/tmp/bt/w.png', fullPage: true })
  })
})
