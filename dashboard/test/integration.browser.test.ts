import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

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

  test('a key that cannot make this test sale is refused in words that say what is wrong', async () => {
    const program = await stage.emptyProgram({ paymentTrackingMode: 's2s' })
    const other = await stage.emptyProgram()
    const { kysely } = stage.service.database
    const page = await stage.open(`/programs/${program.id}/integration`)
    await settled(page)
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    const send = async (key: string) => {
      await page.getByLabel('Test API key').fill(key)
      await page.getByRole('button', { name: 'Send a test sale' }).click()
    }
    await send(other.testKey)
    const words = `This key is of program ${other.id}; this is program ${program.id}.`
    await page.getByText(words, { exact: false }).waitFor()
    await send(program.liveKey)
    await page.getByText('This is a live key', { exact: false }).waitFor()
    await send('aff_test_')
    await page.getByText('This is no whole key', { exact: false }).waitFor()
    expect(sent).not.toContain('/api/v1/track/sale')

    await send(`aff_test_${program.id}_${'x'.repeat(32)}`)
    await page.getByText('This program has no such key', { exact: false }).waitFor()
    // A wrong key is no lost session.
    expect(page.url()).toContain('/integration')
    expect(await findBarriers(page)).toEqual([])
    const retired_at = stage.service.clock.now()
    await kysely.updateTable('api_keys').set({ retired_at }).where('program_id', '=', program.id).execute()
    await send(program.testKey)
    await page.getByText('This key is retired', { exact: false }).waitFor()

    await kysely.updateTable('programs').set({ status: 'paused' }).where('id', '=', program.id).execute()
    await page.reload()
    await page.getByLabel('Test API key').waitFor()
    await send(program.testKey)
    await page.getByText('This program is paused: its keys are refused', { exact: false }).waitFor()
  })
})
