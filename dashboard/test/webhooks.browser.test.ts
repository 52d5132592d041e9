import { createServer, type IncomingMessage } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { addCleanup } from '../../server/test/cleanup.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { listen } from '../../tracker/test/listen.ts'
import { readWidth } from './actions.ts'
import { findBarriers, openStage, type Stage } from './stage.ts'

let stage: Stage

const PHONE_PX = 390

/** A merchant's webhook endpoint, whose status the test sets. */
const receiver = { status: 200, received: [] as IncomingMessage[], origin: '' }

describeInChromium('webhooks', () => {
  beforeAll(async () => {
    stage = await openStage()
    const server = createServer((request, response) => {
      receiver.received.push(request)
      request.resume().on('end', () => response.writeHead(receiver.status).end())
    })
    receiver.origin = `http://127.0.0.1:${await listen(server, 0)}`
    addCleanup(() => new Promise((resolve) => server.close(resolve)))
  })

  test('one is created, shows its secret once, is tested, edited, rotated, disabled and deleted', async () => {
    const program = await stage.emptyProgram()
    const look = { colorScheme: 'dark', width: PHONE_PX } as const
    const page = await stage.open(`/programs/${program.id}/webhooks`, look)
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const adding = page.getByRole('dialog', { name: 'Add webhook' })
    await adding.getByLabel('URL').fill('ftp://nowhere')
    await adding.getByRole('button', { name: 'Add webhook' }).click()
    await adding.locator('[aria-invalid=true]').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await adding.getByLabel('URL').fill(`${receiver.origin}/${'long/'.repeat(30)}`)
    await adding.getByRole('checkbox', { name: /^lead\.settled/ }).uncheck()
    await adding.getByRole('button', { name: 'Add webhook' }).click()
    const secret = page.getByRole('dialog', { name: 'Signing secret' })
    const first = await secret.getByText(/^whsec_/).innerText()
    await secret.getByRole('button', { name: 'I have copied it' }).click()

    await page.getByRole('row').nth(1).getByText('10 of 11').waitFor()
    await page.getByRole('row').nth(1).getByRole('button').click()
    const panel = page.getByRole('dialog', { name: 'Webhook' })
    await panel.getByText('No deliveries yet.').waitFor()
    await panel.getByRole('button', { name: 'Send test event' }).click()
    await panel.getByText('webhook.test', { exact: true }).waitFor()
    await panel.getByText('Delivered').waitFor()
    expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBe(PHONE_PX)

    receiver.status = 503
    await panel.getByRole('button', { name: 'Send test event' }).click()
    await panel.getByText('Failed').waitFor()
    receiver.status = 200
    await panel
      .getByRole('button', { name: /^Resend/ })
      .first()
      .click()
    await panel.getByText('Pending').waitFor()

    const more = async (item: string) => {
      await panel.getByRole('button', { name: 'More actions for this webhook' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await more('Edit URL and events')
    const changing = page.getByRole('dialog', { name: 'Edit webhook' })
    await changing.getByRole('checkbox', { name: /^lead\.settled/ }).check()
    await changing.getByRole('button', { name: 'Save webhook' }).click()
    await panel.getByText('lead.settled').waitFor()

    await more('Rotate secret')
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await expect.poll(() => secret.getByText(/^whsec_/).innerText()).not.toBe(first)
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    await panel.getByText(/^Also signs until/).waitFor()

    await more('Rotate secret and revoke the old one now')
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    await panel.getByText(/^Also signs until/).waitFor({ state: 'detached' })

    await more('Disable')
    await page.getByRole('button', { name: 'Disable webhook' }).click()
    await panel.getByText('Disabled', { exact: true }).first().waitFor()
    await panel.getByRole('button', { name: 'Enable' }).click()
    await panel.getByText('Enabled', { exact: true }).waitFor()

    await more('Delete')
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
  })
})
