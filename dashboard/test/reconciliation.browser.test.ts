import { beforeAll, expect, test } from 'vitest'
import { reconcilePayments } from '../../server/src/tracking/reconciliation/reconcile-payments.job.ts'
import { send, signInMember } from '../../server/test/harness.ts'
import { paidSession } from '../../server/test/tracking/processors/processor.ts'
import { processorsWith, startStripeApi } from '../../server/test/tracking/reconciliation/list-api.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { readWidth } from './actions.ts'
import { findBarriers, openStage, type Stage } from './stage.ts'

type Json = Record<string, unknown>

let stage: Stage
const sessions: Json[] = []
let reconcile: () => Promise<unknown>

describeInChromium('reconciliation', () => {
  beforeAll(async () => {
    const processors = processorsWith(await startStripeApi({ 'checkout/sessions': sessions }))
    stage = await openStage({ isOwn: true, processors })
    reconcile = () => reconcilePayments(stage.service.deps, processors)
  })

  test('a month is compared, its differences are recorded or explained, and it is closed', async () => {
    const program = await stage.emptyProgram({ paymentTrackingMode: 'processor_connect' })
    const page = await stage.open(`/programs/${program.id}/payments`)
    await page.getByRole('link', { name: 'Reconcile payments' }).click()
    await page.getByText('No payment processor is connected').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Payments' }).click()
    await page.getByLabel('Account ID').fill('acct_1Reconcile')
    await page.getByLabel('Signing secret').fill(`whsec_${'a'.repeat(32)}`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('acct_1Reconcile', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Reconcile payments' }).click()
    await page.getByLabel('Read-only API key').fill('sk_live_1234567890')
    await page.getByRole('button', { name: 'Save key' }).click()
    await page.getByText('Copy a restricted key from Stripe', { exact: false }).waitFor()
    await page.getByLabel('Read-only API key').fill('rk_live_1234567890')
    await page.getByRole('button', { name: 'Save key' }).click()
    await page.getByRole('button', { name: 'Replace key' }).waitFor()

    const month = await page.getByLabel('Month').inputValue()
    const created = Date.parse(`${month}-10T09:00:00Z`) / 1000
    const fresh = { ...paidSession({ payment_intent: 'pi_3QmissingPaymentOfTheMonth' }), created }
    const test = {
      ...paidSession({ payment_intent: 'pi_3QpurchaseOfOurOwnTeam', amount_total: 100 }),
      created,
    }
    sessions.push(fresh, test)
    await page.getByRole('button', { name: 'Compare month' }).click()
    await page.getByText('The comparison starts within a minute.').waitFor()
    await reconcile()
    const item = (reference: string) => page.getByRole('listitem').filter({ hasText: reference })
    await item(fresh.payment_intent).getByText('Missing', { exact: true }).waitFor()
    await item(test.payment_intent).getByText('$1.00').waitFor()
    expect(await page.getByRole('button', { name: 'Close month' }).isDisabled()).toBe(true)
    expect(await findBarriers(page)).toEqual([])

    await item(test.payment_intent).getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Bought by our own team')
    await page.getByRole('dialog').getByRole('button', { name: 'Save note' }).click()
    await page.getByText('Note: Bought by our own team').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await readWidth(page)).toBe(390)
    await page.setViewportSize({ width: 1280, height: 900 })

    await item(fresh.payment_intent).getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('Recorded, but it couldn’t be attributed to a partner. See Payments.').waitFor()
    await item(fresh.payment_intent).waitFor({ state: 'detached' })
    await reconcile()
    await page.getByRole('button', { name: 'Close month' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close month' }).click()
    await page.getByRole('button', { name: 'Reopen month' }).waitFor()
    await page.getByText('Unknown buyer: 1').waitFor()
  })

  test('a store’s URL, key and secret are entered, with errors at their fields', async () => {
    const program = await stage.emptyProgram({ paymentTrackingMode: 'processor_connect' })
    await send(stage.service.app, 'PUT', `/api/programs/${program.id}/processor`, {
      bearer: await signInMember(stage.service, program),
      body: { processor: 'woocommerce', webhookSecret: 'test-0123456789abcdef' },
    })
    const page = await stage.open(`/programs/${program.id}/reconciliation`)
    await page.getByLabel('Store URL').fill('shop.example')
    await page.getByLabel('Consumer key').fill('ck_0123456789abcdef')
    await page.getByLabel('Consumer secret').fill('cs_0123456789abcdef')
    const save = page.getByRole('button', { name: 'Save key' })
    await save.click()
    await page.getByText('Invalid site. Enter it like https://shop.example.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Store URL').fill('https://shop.example/')
    await save.click()
    await page.getByText('WooCommerce (https://shop.example)').waitFor()
    await page.getByRole('button', { name: 'Replace key' }).click()
    expect(await page.getByLabel('Store URL').inputValue()).toBe('https://shop.example')
    expect(await page.getByLabel('Consumer key').inputValue()).toBe('')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await readWidth(page)).toBe(390)
  })
})
