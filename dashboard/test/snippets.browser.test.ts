import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { send, signInMember } from '../../server/test/harness.ts'
import { newFolder } from '../../server/test/new-folder.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { absoluteUrl, openStage, type Stage } from './stage.ts'

const run = promisify(execFile)

/** The values available on a merchant's server where the snippet is pasted. */
interface SnippetValues {
  clickId: string
  customerId: number
  paymentId: number
}

interface Language {
  tab: string
  command: string
  file: string
  /** Defines the variables the snippet uses. */
  program: (code: string, values: SnippetValues) => string
  /** Whether the snippet's command and libraries are installed. */
  check: string[]
}

const LANGUAGES: Language[] = [
  {
    tab: 'Node.js',
    command: process.execPath,
    file: 'report.mjs',
    program: (code, { clickId, customerId, paymentId }) => `
      const request = { cookies: { service_click_id: '${clickId}' } }
      const user = { id: ${customerId}, email: 'ann@example.test' }
      const payment = { id: ${paymentId}, amount: 4900 }
      ${code}`,
    check: ['--version'],
  },
  {
    tab: 'PHP',
    command: 'php',
    file: 'report.php',
    program: (code, { clickId, customerId, paymentId }) => `<?php
      $_COOKIE['service_click_id'] = '${clickId}';
      $user = (object) ['id' => ${customerId}, 'email' => 'ann@example.test'];
      $payment = (object) ['id' => ${paymentId}, 'amount' => 4900];
      ${code}`,
    check: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  },
  {
    tab: 'Python',
    command: 'python3',
    file: 'report.py',
    program: (code, { clickId, customerId, paymentId }) => `from types import SimpleNamespace
request = SimpleNamespace(cookies={"service_click_id": "${clickId}"})
user = SimpleNamespace(id=${customerId}, email="ann@example.test")
payment = SimpleNamespace(id=${paymentId}, amount=4900)
${code}`,
    check: ['-c', 'import requests'],
  },
  {
    tab: 'curl',
    command: 'sh',
    file: 'report.sh',
    program: (code, { clickId, customerId, paymentId }) =>
      code
        .replace('VALUE_OF_THE_service_click_id_COOKIE', clickId)
        .replace('YOUR_CUSTOMER_ID', String(customerId))
        .replace('YOUR_PAYMENT_ID', String(paymentId)),
    check: ['-c', 'curl --version'],
  },
]

const isInstalled = ({ command, check }: Language) => spawnSync(command, check).status === 0

let stage: Stage

describeInChromium('the server snippets on the page', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test.for(LANGUAGES.map((language, index) => ({ ...language, index })))(
    '$tab reports a signup and its sale',
    async (language, { skip }) => {
      const { app } = stage.service
      const { tab, command, file, program: createProgram, index } = language
      if (!isInstalled(language)) skip(`${tab} isn’t installed`)
      const program = await stage.emptyProgram({ paymentTrackingMode: 's2s' })
      const bearer = await signInMember(stage.service, program)
      const affiliate_url = `https://shop.test/?aff=${program.code}`
      const clicked = await send(app, 'POST', '/api/v1/track/click', { body: { affiliate_url } })
      const values = { clickId: clicked.body.click_id, customerId: 7 + index, paymentId: 100 + index }

      // safe because the stage listens on a port, not a pipe
      const { port } = app.server.address() as AddressInfo
      const page = await stage.open(`/programs/${program.id}/integration`)
      for (const what of ['signup', 'sale']) {
        await page
          .getByRole('tablist', { name: `Report a ${what} from` })
          .getByRole('tab', { name: tab })
          .click()
        const shown = page.getByRole('region', { name: `${tab} code for a ${what}` })
        const code = (await shown.innerText()).replace(absoluteUrl(''), `http://127.0.0.1:${port}`)
        const path = join(newFolder(), file)
        writeFileSync(path, createProgram(code, values))
        await run(command, [path], { env: { ...process.env, AFFILIATE_API_KEY: program.liveKey } })
      }
      const sales = await send(app, 'GET', `/api/programs/${program.id}/sales`, { bearer })
      expect(sales.body.data).toMatchObject([
        { transactionId: String(values.paymentId), amountCents: 4900, currency: 'USD' },
      ])
    },
  )

  test('keep the chosen server language and site stack on every page', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/integration`)
    await page.getByRole('tab', { name: 'Python' }).first().click()
    await page.getByRole('tab', { name: 'WordPress' }).click()
    await page.goto(absoluteUrl(`/programs/${program.id}/setup?step=tracker`))
    await page.getByText("add_action('wp_head'", { exact: false }).waitFor()
    expect(await page.getByRole('tab', { name: 'Python', selected: true }).count()).toBe(2)
    await page.evaluate(() => localStorage.clear())
  })
})
