import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInMember, startTestService } from '../../server/test/harness.ts'
import { openShop } from '../../server/test/merchant.ts'
import { newFolder } from '../../server/test/new-folder.ts'

const run = promisify(execFile)
const SDK = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const compiler = (name: string) => join(dirname(require.resolve(`${name}/package.json`)), 'bin/tsc')

/** Users without Node's types only need this declaration. */
const GLOBALS = 'declare const process: { argv: string[]; env: Record<string, string | undefined> }\n'

const IMPORTS = `AffiliateClient, AffiliateError, isAffiliateError, type Partner, signWebhook, verifyWebhook, withResponse, type WebhookEvent`

/** A typical integration: it must compile with full types and run. */
const PROGRAM = `
async function main([baseUrl = '', programId = ''] = process.argv.slice(2)) {
  const { AFFILIATE_KEY: apiKey, AFFILIATE_MANAGEMENT_KEY: managementKey } = process.env
  const affiliate = new AffiliateClient({ baseUrl, apiKey, managementKey, programId })
  const { result: sale, response } = await withResponse(
    affiliate.trackSale({ transactionId: 't-1', amountCents: 4900, customerKey: 'cus-1' }),
  )
  let code
  try {
    await affiliate.trackRefund({ transactionId: 'another' })
  } catch (error) {
    if (isAffiliateError(error, 'sale_not_found') && error instanceof AffiliateError) code = error.code
  }
  const partners: string[] = []
  for await (const partner of affiliate.partners.list({ status: 'approved' })) partners.push(getName(partner))
  const secret = 'whsec_' + 'A'.repeat(43) + '='
  const event = verifyWebhook({
    ...signWebhook({ secret, event: { type: 'partner.approved', data: { partnerId: 2, name: 'Pat' } } }),
    secret,
  })
  const id: number | null = sale.alreadyRecorded ? sale.saleId : sale.commissionId
  console.log(JSON.stringify({ sale, id, code, partners, event, status: response.status }))
}
const getName = (partner: Partner): string => partner.name
// @ts-expect-error an amount is a number
export const wrong = (sdk: AffiliateClient) => sdk.trackSale({ transactionId: 't', amountCents: '1' })
// @ts-expect-error a partner has a name
export const nameless = (sdk: AffiliateClient) => sdk.partners.create({ email: 'a@b.test' })
// @ts-expect-error there is no such status
export const unknown = (sdk: AffiliateClient) => sdk.payouts.list({ status: 'eaten' })
export const inYen = async (sdk: AffiliateClient, rates: Record<string, string>) => {
  await sdk.trackSale({ transactionId: 't', amountCents: 500, currency: 'JPY', customerKey: 'c' })
  await sdk.invoices.preview({ month: '2026-02', ...rates })
  const { exchangeRates } = await sdk.invoices.issue({ month: '2026-02', exchangeRates: { JPY: '0.0067' }, confirmRates: ['JPY'] })
  return exchangeRates.JPY
}
export const getPayout = (event: WebhookEvent) =>
  event.type === 'commission.paid' ? [event.data.payoutId, event.data.holdUntil] : undefined
main()
`

/** The version 0.2.0 API, used as shown in its README and types. */
const PROGRAM_OF_0_2_0 = `
import { AffiliateClient, AffiliateError, RateLimitError, type ClientOptions, type CallOptions, type Currency,
  type LeadInput, type LeadResult, type RefundInput, type RefundResult, type SaleInput, type SaleResult,
  type AffiliateErrorCode, verifyWebhook, type WebhookEvent, type WebhookInput, WebhookVerificationError,
  type CommissionData, type LeadData, type PartnerData, type RefundedSaleData, type SaleData } from 'affiliate-sdk'

const options: ClientOptions = { apiKey: process.env.AFFILIATE_KEY, baseUrl: 'https://x.test', timeoutMs: 1, maxRetries: 0 }
/** A stand-in for a user's tests. */
export class Fake implements Pick<AffiliateClient, 'trackLead' | 'trackSale' | 'trackRefund'> {
  async trackLead(lead: LeadInput, options?: CallOptions): Promise<LeadResult> {
    return { isTest: false, leadId: 1, isProvisional: false, message: String(lead.email ?? options?.timeoutMs) }
  }
  async trackSale(sale: SaleInput): Promise<SaleResult> {
    const currency: Currency = sale.currency ?? 'USD'
    return { alreadyRecorded: true, saleId: 1, message: currency }
  }
  async trackRefund(refund: RefundInput): Promise<RefundResult> {
    return { isTest: true, eventId: 1, message: refund.transactionId }
  }
}
export const getCode = (error: unknown): AffiliateErrorCode | undefined =>
  error instanceof RateLimitError && error.retryAfterSeconds > 1 ? 'slow' : error instanceof AffiliateError ? error.code : undefined
export const getType = (input: WebhookInput): string => {
  try {
    const event: WebhookEvent = verifyWebhook(input)
    if (event.type === 'sale.created') { const data: SaleData = event.data; return data.transactionId }
    if (event.type === 'sale.refunded') { const data: RefundedSaleData = event.data; return data.currency }
    if (event.type === 'lead.settled') { const data: LeadData = event.data; return String(data.leadId) }
    if (event.type === 'partner.approved') { const data: PartnerData = event.data; return data.name }
    if (event.type === 'commission.approved') { const data: CommissionData = event.data; return data.currency }
    return event.id
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.code : new RateLimitError('m', 1, undefined).name
  }
}
export const client = () => new AffiliateClient(options)
`

const USER = `import { ${IMPORTS} } from 'affiliate-sdk'\n${PROGRAM}`
const FILES = {
  'globals.d.ts': GLOBALS,
  'package.json': '{ "private": true }',
  // The extension makes it an ES module or CommonJS, so one run per resolution covers both.
  'node16/user.mts': USER,
  'node16/user.cts': USER,
  'nodenext/user.mts': USER,
  'nodenext/user.cts': USER,
  'nodenext/old.mts': PROGRAM_OF_0_2_0,
  'bundler/user.ts': USER,
  'bundler/package.json': '{ "type": "module" }',
  'node10/user.ts': USER,
}

const service = await startTestService()
const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
let folder = ''

beforeAll(async () => {
  folder = newFolder()
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: SDK })
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', join(folder, packed())], {
    cwd: folder,
  })
}, 600_000)

function packed(): string {
  const { version } = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8'))
  return `affiliate-sdk-${version}.tgz`
}

/** Compiles a fixture with the strictest options, which covers all looser ones. */
async function compile(
  name: 'typescript' | 'typescript-native',
  fixture: string,
  settings: string[],
  files: string[],
) {
  const all = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2023,dom']
  await run(process.execPath, [compiler(name), ...all, ...settings, ...files, '../globals.d.ts'], {
    cwd: join(folder, fixture),
  }).catch(({ stdout, message }) => {
    throw new Error(`a user's program doesn't compile: ${stdout || message}`)
  })
}

describe('the packed package', () => {
  it('installs without dependencies and is small', () => {
    const installed = join(folder, 'node_modules/affiliate-sdk')
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
    expect(Object.keys(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages)).toEqual(
      ['', 'node_modules/affiliate-sdk'],
    )
    expect(statSync(join(folder, packed())).size).toBeLessThan(90_000)
  })

  it('has types for every module resolution, and compiles a program written for version 0.2.0', async () => {
    const both = ['user.mts', 'user.cts']
    await Promise.all([
      compile('typescript-native', 'node16', ['--module', 'node16'], both),
      compile('typescript-native', 'nodenext', ['--module', 'nodenext'], [...both, 'old.mts']),
      compile(
        'typescript-native',
        'bundler',
        ['--module', 'esnext', '--moduleResolution', 'bundler'],
        ['user.ts'],
      ),
      // TypeScript 7 no longer supports this resolution.
      compile(
        'typescript',
        'node10',
        ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
        ['user.ts'],
      ),
    ])
  }, 600_000)

  it.each(['nodenext/user.mjs', 'nodenext/user.cjs', 'bundler/user.js', 'node10/user.js'])(
    'runs against the service: %s',
    async (program) => {
      const shop = await openShop(service)
      await shop.customer('cus-1')
      const { stdout } = await run(process.execPath, [program, baseUrl, String(shop.program.id)], {
        cwd: folder,
        env: {
          ...process.env,
          AFFILIATE_KEY: shop.program.liveKey,
          AFFILIATE_MANAGEMENT_KEY: await signInMember(service, shop.program),
        },
      })
      const { sale, id, ...rest } = JSON.parse(stdout)
      expect(sale).toMatchObject({ alreadyRecorded: false, saleId: expect.any(Number), commissionId: id })
      expect(rest).toMatchObject({
        code: 'sale_not_found',
        status: 200,
        partners: ['Pat'],
        event: { type: 'partner.approved', data: { partnerId: 2, name: 'Pat' } },
      })
    },
    600_000,
  )

  it('is found as CommonJS by tools without support for exports, and by Jest', () => {
    const installed = join(folder, 'node_modules/affiliate-sdk')
    const { main, types, exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const { default: file, types: declarations } = exports['.'].require
    expect([main, types]).toEqual([file, declarations])
    expect(createRequire(join(folder, 'user.js')).resolve('affiliate-sdk')).toBe(
      join(realpathSync(installed), file),
    )
    // The nearest package.json decides the module type.
    expect(JSON.parse(readFileSync(join(installed, 'dist/package.json'), 'utf8'))).toEqual({
      type: 'commonjs',
    })
  })

  it('has a single error class however it is loaded', async () => {
    const program = `
      import { createRequire } from 'node:module'
      import * as imported from 'affiliate-sdk'
      const required = createRequire(import.meta.url)('affiliate-sdk')
      const names = Object.keys(imported).sort()
      console.log(JSON.stringify([names.length, names.every((name) => imported[name] === required[name])]))`
    writeFileSync(join(folder, 'both.mjs'), program)
    const { stdout } = await run(process.execPath, ['both.mjs'], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual([8, true])
  })
})
