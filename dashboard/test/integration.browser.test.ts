import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('the integration', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('test events sent from the page complete the three steps', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/integration`)
    await page.getByText('0 of 3 complete').waitFor()

    await page.getByRole('button', { name: 'Send a test click' }).click()
    await page.getByText(/Test click \d+ arrived/).waitFor()
    await page.getByText('1 of 3 complete').waitFor()

    await page.getByRole('button', { name: 'Send a test lead' }).click()
    await page.getByText(/Test lead \d+ arrived/).waitFor()
    await page.getByText('2 of 3 complete').waitFor()

    await page.getByRole('button', { name: 'Use server-to-server' }).click()
    await page.getByText('3 of 3 complete').waitFor()

    await page.getByLabel('Test API key').fill(program.testKey)
    await page.getByRole('button', { name: 'Send a test sale' }).click()
    await page.getByText(/Test sale \d+ arrived/).waitFor()
    const newest = page.getByRole('listitem').filter({ hasText: '$49.00' })
    await newest.waitFor()
  })

  test('test events leave the figures alone', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/integration`)
    await page.getByRole('button', { name: 'Send a test click' }).click()
    await page.getByText(/Test click \d+ arrived/).waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('Nothing happened in these days').waitFor()
  })

  test('the snippets name this program and this address', async () => {
    const program = await stage.emptyProgram({ paymentTrackingMode: 's2s' })
    const page = await stage.open(`/programs/${program.id}/integration`)
    await page
      .getByText(
        `<script src="http://dashboard.localhost/js/tracker.js" data-program-id="${program.id}" defer></script>`,
      )
      .waitFor()
    await page.getByRole('tab', { name: 'curl' }).last().click()
    await page.getByText('curl http://dashboard.localhost/api/v1/track/sale').waitFor()
  })

  test('a processor that is not connected is told, with its details', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/integration`)
    await page.getByText('not connected').waitFor()
    await page.getByText('The step is complete when the processor is connected.').waitFor()
  })

  test('a key that the service does not know is refused in words', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/integration`)
    await settled(page)
    await page.getByLabel('Test API key').fill(`aff_test_${stage.demo.program.id}_${'x'.repeat(32)}`)
    await page.getByRole('button', { name: 'Send a test sale' }).click()
    await page.getByRole('alert').waitFor()
    // A wrong key is no lost session.
    expect(page.url()).toContain('/integration')
  })
})
