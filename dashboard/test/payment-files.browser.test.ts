import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setPayoutDetails } from '../../server/src/payout-details/change-payout-details.flow.ts'
import { send, startSession } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage
let payoutId: number
let partnerId: number

/** Where screenshots go, for whoever wants to look. */
const SHOTS = process.env.PAYMENT_SHOTS

async function shoot(page: Page, name: string) {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}

const VIEWS = [
  ['light', 1440],
  ['dark', 390],
] as const

describeInChromium('paying partners by a file', () => {
  beforeAll(async () => {
    stage = await openStage()
    const { database, deps } = stage.service
    const programId = stage.demo.program.id
    const { partner_id } = await database.kysely
      .selectFrom('links')
      .select('partner_id')
      .where('program_id', '=', programId)
      .where('code', '=', stage.demo.partners[0]?.code ?? '')
      .executeTakeFirstOrThrow()
    partnerId = partner_id
    const of = { programId, partnerId, requestId: 'r' }
    await setPayoutDetails(deps, of, {
      account: { method: 'paypal', email: 'ada@pay.test' },
      payee_kind: 'person',
      legal_name: 'Ada Example',
      address: 'Street 1',
      city: 'Berlin',
      postal_code: '10115',
      country: 'DE',
      tax_id: null,
    })
    const bearer = await startSession(stage.service, stage.demo.user.id)
    await send(stage.service.app, 'POST', `/api/programs/${programId}/payouts`, { bearer })
    const payout = await database.kysely
      .selectFrom('payouts')
      .select('id')
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .where('currency', '=', 'USD')
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    payoutId = payout.id
  })
  const at = (path: string) => `/programs/${stage.demo.program.id}/${path}`

  test.each(VIEWS)(
    'says what it has and has not, and is downloaded, in %s at %i px',
    async (colorScheme, width) => {
      const page = await stage.open(at(`payouts?open=${payoutId}`), { colorScheme, width })
      await page.getByRole('button', { name: 'Payment file…' }).click()
      const dialog = page.getByRole('dialog', { name: /^Payment file of batch/ })
      await dialog.getByText(/^1 payout, /).waitFor()
      await dialog.getByText('made before the partner had payout details').first().waitFor()
      await settled(page)
      expect(await findBarriers(page)).toEqual([])
      await shoot(page, `file-${colorScheme}-${width}`)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download file' }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^paypal-\d+-\d+-usd-1\.csv$/)
      expect(await readFile(await download.path(), 'utf8')).toMatch(
        new RegExp(`^ada@pay\\.test,\\d+\\.\\d\\d,USD,payout-${payoutId},Payout ${payoutId}\\r\\n$`),
      )
    },
  )

  test.each(VIEWS)(
    'a partner’s details are masked until they are asked for, in %s at %i px',
    async (colorScheme, width) => {
      const page = await stage.open(at(`partners?open=${partnerId}`), { colorScheme, width })
      const details = page.getByRole('region', { name: 'Payout details' })
      await details.getByText('a••••@pay.test').waitFor()
      expect(await details.textContent()).not.toContain('ada@pay.test')
      await details.scrollIntoViewIfNeeded()
      await shoot(page, `masked-${colorScheme}-${width}`)
      await details.getByRole('button', { name: 'Show in full' }).click()
      await details.getByText('ada@pay.test').waitFor()
      await details.getByText('Street 1, 10115, Berlin, DE').waitFor()
      await settled(page)
      expect(await findBarriers(page)).toEqual([])
      await details.scrollIntoViewIfNeeded()
      await shoot(page, `full-${colorScheme}-${width}`)
    },
  )
})
