import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startCommand } from '../command.ts'
import { openDataLocation } from '../data-location.ts'
import { installShop } from '../installed-shop.ts'

test('the log names the job that failed and its programs', async () => {
  const place = await openDataLocation()
  const { programId } = await installShop(place.environment)
  await place.look(async ({ kysely }) => {
    const day = { pay_day: 1, paid_month: '2020-01', minimums: '{}', updated_at: new Date() }
    await kysely
      .insertInto('payout_settings')
      .values({ program_id: programId, ...day })
      .execute()
    await sql`alter table payout_settings add constraint never_noted check (paid_month = '2020-01')`.execute(
      kysely,
    )
  })
  const { output } = startCommand(['serve', '--json'], {
    ...place.environment,
    PORT: '0',
    LOG_LEVEL: 'error',
  })
  const line = () =>
    output.stdout
      .split('\n')
      .filter((one) => one.includes('a job failed'))
      .map((one) => JSON.parse(one))
  await expect.poll(line, { timeout: 60_000 }).toHaveLength(1)
  expect(line()).toMatchObject([
    {
      job: 'create_scheduled_payouts',
      err: {
        message: expect.stringMatching(new RegExp(`^program ${programId}: .*never_noted`)),
        code: '23514',
      },
    },
  ])
}, 180_000)
