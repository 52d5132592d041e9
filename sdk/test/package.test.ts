import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { startTestService } from '../../server/test/harness.ts'
import { openShop } from '../../server/test/merchant.ts'

const run = promisify(execFile)
const SDK = fileURLToPath(new URL('..', import.meta.url))
const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

const PROGRAM = `
import { AffiliateClient, AffiliateError, verifyWebhook, type WebhookEvent } from 'affiliate-sdk'

const [baseUrl = ''] = process.argv.slice(2)
const affiliate = new AffiliateClient({ baseUrl, apiKey: process.env.AFFILIATE_KEY })
const sale = await affiliate.trackSale({ transactionId: 't-1', amountCents: 4900, customerKey: 'cus-1' })
const again = await affiliate.trackSale({ transactionId: 't-1', amountCents: 4900, customerKey: 'cus-1' })
let code
try {
  await affiliate.trackRefund({ transactionId: 'another' })
} catch (error) {
  if (error instanceof AffiliateError) code = error.code
}
// @ts-expect-error an amount is a number
export const wrong = () => affiliate.trackSale({ transactionId: 't', amountCents: '1' })
export const payoutOf = (event: WebhookEvent) =>
  event.type === 'commission.paid' ? [event.data.payoutId, event.data.holdUntil] : undefined
const id: number | null = sale.alreadyRecorded ? sale.saleId : sale.commissionId
console.log(JSON.stringify({ sale, again, code, id, verify: typeof verifyWebhook }))
`

it('the packed package installs without a dependency, types its calls and works, by import and by require', async () => {
  const service = await startTestService()
  const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const shop = await openShop(service)
  await shop.customer('cus-1')

  const folder = mkdtempSync(join(tmpdir(), 'affiliate-sdk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const installed = join(folder, 'node_modules', 'affiliate-sdk')
  mkdirSync(installed, { recursive: true })
  const { version } = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: SDK })
  await run('tar', [
    '-xzf',
    join(folder, `affiliate-sdk-${version}.tgz`),
    '-C',
    installed,
    '--strip-components=1',
  ])
  expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies).toBeUndefined()

  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'globals.d.ts'), GLOBALS)
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  const settings = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom']
  await run(process.execPath, [TSC, ...settings, 'program.ts', 'globals.d.ts'], { cwd: folder }).catch(
    ({ stdout }) => {
      throw new Error(`a user's program does not compile: ${stdout}`)
    },
  )
  const { stdout } = await run(process.execPath, ['program.js', baseUrl], {
    cwd: folder,
    env: { ...process.env, AFFILIATE_KEY: shop.program.liveKey },
  })
  const { sale, again, code, id, verify } = JSON.parse(stdout)
  expect(sale).toMatchObject({ alreadyRecorded: false, saleId: expect.any(Number), commissionId: id })
  expect(again).toMatchObject({ alreadyRecorded: true, saleId: sale.saleId })
  expect([code, verify]).toEqual(['sale_not_found', 'function'])

  const required = `console.log(typeof require('affiliate-sdk').AffiliateClient)`
  const commonJs = await run(process.execPath, ['--input-type=commonjs', '-e', required], { cwd: folder })
  expect(commonJs.stdout).toBe('function\n')
}, 600_000)

/** A user without the types of Node needs nothing more than this of his own program. */
const GLOBALS = 'declare const process: { argv: string[]; env: Record<string, string | undefined> }\n'
