import { expect, test } from 'vitest'
import type { Run } from '../../../src/core/database/database.ts'
import { createClickRecorder } from '../../../src/tracking/clicks/record-click.flow.ts'
import { createTestPartner, startTestService, type TestProgram } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { visitorClick } from './visitors.ts'

const service = await startTestService()
const { clock, database, deps } = service
const { kysely } = database

test.each<[string, (code: string) => string]>([
  ['after a parameter that blog software appended', (code) => `?via=${code}&ref=blog.example`],
  ['after an empty parameter with the same name', (code) => `?ref=&ref=${code}`],
  ['after an invalid value', (code) => `?aff=${code}-gone&aff=${code}`],
  ['with a trailing slash', (code) => `?aff=${code}/`],
  ['in quotes', (code) => `?aff=“${code}”`],
  ['in uppercase', (code) => `?aff=${code.toUpperCase()}`],
  ['in uppercase, at the end of a sentence', (code) => `?aff=${code.toUpperCase()}.`],
  ['in the fragment', (code) => `#aff=${code}`],
  ['in a route’s query in the fragment', (code) => `#/pricing?aff=${code}`],
  ['escaped for HTML', (code) => `?a=1&amp;aff=${code}`],
])('a click finds its link by the code %s (D59)', async (_, createQuery) => {
  const { click, program, rows } = await openShop(service)
  const { body } = await click({ affiliate_url: `https://shop.test/${createQuery(program.code)}` })
  expect(body).toMatchObject({ success: true, partner_code: program.code })
  expect(await rows('click_events')).toMatchObject([{ link_id: program.linkId }])
})

test('a click skips another program’s code if the page names its program', async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  const affiliate_url = `https://shop.test/?aff=${other.program.code}&ref=${shop.program.code}`
  const namedProgramClick = await shop.click({ affiliate_url, program_id: shop.program.id })
  expect(namedProgramClick.body).toMatchObject({ success: true, partner_code: shop.program.code })
  const unnamedProgramClick = await shop.click({ affiliate_url })
  expect(unnamedProgramClick.body).toMatchObject({ success: true, partner_code: other.program.code })
})

test('a code takes effect as soon as it is created, even if it is cached as unknown', async () => {
  const shop = await openShop(service)
  const { code } = shop.program
  const affiliate_url = `https://shop.test/?ref=NEW-${code}&via=${code}`
  for (let click = 0; click < 2; click++) {
    expect((await shop.click({ affiliate_url })).body).toMatchObject({ partner_code: code })
  }
  await addCode(shop.program, `new-${code}`)
  expect((await shop.click({ affiliate_url })).body).toMatchObject({ partner_code: `new-${code}` })
  await shop.verify()
})

test('a click runs one statement once its codes are cached, even after unknown codes', async () => {
  const { program } = await openShop(service)
  const { record, statements } = recorder()
  const click = (...codes: string[]) => record([{ ...visitor(program), codes }])
  await click('blog.example', program.code)
  for (const codes of [
    ['blog.example', program.code],
    [program.code],
    [program.code.toUpperCase()],
    [`${program.code}`, 'never-seen'],
  ]) {
    statements.length = 0
    expect(await click(...codes)).toMatchObject([{ kind: 'counted', code: program.code }])
    expect(statements, codes.join()).toEqual(['save-clicks'])
  }
})

test('unusual forms of a code and unknown codes never evict a link from the cache', async () => {
  const { program } = await openShop(service)
  const { record, statements } = recorder()
  await record([visitor(program)])
  const bot = { ...visitor(program), is_bot: true }
  for (let batch = 0; batch < 11; batch++) {
    const createVariant = (index: number) =>
      `${program.code}${'.'.repeat(index % 50)}${'/'.repeat(index / 50)}`
    const clicks = Array.from({ length: 1_000 }, (_, index) => ({
      ...bot,
      codes: [`unknown-${batch}-${index}`, createVariant(index)],
    }))
    await record(clicks)
  }
  statements.length = 0
  await record([visitor(program)])
  expect(statements).not.toContain('find-link-codes')
})

function visitor(program: TestProgram) {
  return visitorClick(1, { codes: [program.code], at: clock.now(), ids: deps.ids })
}

/** Returns a click recorder with an empty cache and the names of the statements it runs. */
function recorder() {
  const statements: string[] = []
  const run: Run = (statement) => {
    statements.push(statement.name)
    return database.run(statement)
  }
  return { record: createClickRecorder({ ...deps, database: { ...database, run } }), statements }
}

/** Creates another link with this code, as another process would. */
async function addCode(program: TestProgram, code: string): Promise<{ link_id: number }> {
  const { partnerId } = await createTestPartner(service, program)
  const link = await kysely
    .insertInto('links')
    .values({ program_id: program.id, partner_id: partnerId, code, created_at: clock.now() })
    .returning('id as link_id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('link_codes')
    .values({ code, program_id: program.id, link_id: link.link_id })
    .execute()
  return link
}
