import { sql } from 'kysely'
import { NO_CURRENCY } from '../../src/platform/currency.ts'
import type { Run } from '../../src/platform/database.ts'
import { isWriteConflict } from '../../src/platform/database.ts'
import { systemIds } from '../../src/platform/deps.ts'
import { reportDay } from '../../src/statistics/report-day.rule.ts'
import { linkedShards } from '../../src/statistics/stat-shards.ts'
import { loadLinks } from '../../src/tracking/click.sql.ts'
import { uuidV7 } from '../../src/tracking/click-id.rule.ts'
import { decideSale } from '../../src/tracking/decide-sale.rule.ts'
import { loadSale, saveSales } from '../../src/tracking/sale.sql.ts'
import type { LiveSaleRequest } from '../../src/tracking/sale.ts'
import type { TestService } from '../harness.ts'
import type { Shop } from '../merchant.ts'

const NOTHING_ELSE = {
  tax_amount_cents: undefined,
  click_id: undefined,
  additional_data: undefined,
  subscription_id: undefined,
  subscription_interval: undefined,
  product_id: undefined,
  occurred_at: undefined,
  provider: undefined,
  provider_payment_id: undefined,
}

/**
 * A process of the release before the statistics by link, which goes on beside those of this one while they are
 * replaced: the functions that it calls, and what it writes itself. It tries again as it did.
 */
export function processOfBefore({ database, clock, deps }: TestService, { program }: Shop) {
  const { run, kysely } = database
  const anyShard = () => systemIds.bytes(1).readUInt8() % linkedShards.first
  const zone = async () => {
    const [link] = await loadLinks(run, program.id, [program.linkId])
    if (link === undefined) throw new Error('the program has its link')
    return link.time_zone
  }

  async function click(link: { linkId: number }): Promise<void> {
    for (;;) {
      const links = await loadLinks(run, program.id, [link.linkId])
      const [known] = links
      if (known === undefined) throw new Error('there is no such link')
      const received_at = clock.now()
      const days = [{ day: reportDay(received_at, known.time_zone), clicks: 1 }]
      const { link_id, partner_id } = known
      const clicks = [
        { received_at, click_uuid: uuidV7(received_at, systemIds.bytes(10)), link_id, partner_id },
      ]
      const { rows } = await sql<{ came_of_it: string }>`
        select save_clicks_with_consent(${program.id}::bigint, ${JSON.stringify(links)}::json,
          ${JSON.stringify(days)}::json, null, ${JSON.stringify(clicks)}::json, ${anyShard()}::smallint) as came_of_it`.execute(
        kysely,
      )
      if (rows[0]?.came_of_it === 'saved') return
    }
  }

  async function sale(request: { transaction_id: string; customer_key: string; amount_cents: number }) {
    const whole: LiveSaleRequest = {
      ...request,
      currency: 'USD',
      sale_type: 'payment',
      is_recurring: false,
      ...NOTHING_ELSE,
    }
    const asBefore: Run = ({ name, text, values }) =>
      run({
        name: `${name}-before`,
        text: text.replace('save_sales_by_link', 'save_sales_by_name'),
        values,
      })
    await again(async () => {
      const loaded = await loadSale(run, program.id, { isTest: false, request: whole })
      if (loaded === undefined) throw new Error('there is no such program')
      const decision = decideSale(loaded.facts, whole, clock.now())
      if (decision.kind !== 'save') throw new Error(`nothing to save: ${decision.kind}`)
      await saveSales(asBefore, [decision], { shard: anyShard(), erase: (text) => text })
    })
  }

  /** A lead that settles: its customer is made, and counted as `addDailyStats` did it. */
  async function lead(link: { linkId: number; partnerId: number }, customer_key: string) {
    const at = clock.now()
    await again(async () => {
      const timeZone = await zone()
      await kysely.transaction().execute(async (transaction) => {
        const locked = await sql`
          select 1 from programs where id = ${program.id} and time_zone = ${timeZone} for key share`.execute(
          transaction,
        )
        if (locked.rows.length === 0) throw Object.assign(new Error('another zone'), { code: '40001' })
        await transaction
          .insertInto('customers')
          .values({
            ...{ program_id: program.id, customer_key, status: 'lead', signup_at: at, created_at: at },
            ...{ partner_id: link.partnerId, link_id: link.linkId, clicked_at: at },
            click_uuid: deps.ids.uuid(),
          })
          .execute()
        await sql`
          insert into daily_stats as s (program_id, day, currency, shard, leads)
          values (${program.id}, ${reportDay(at, timeZone)}::date, ${NO_CURRENCY}, ${anyShard()}::smallint, 1)
          on conflict (program_id, day, currency, shard) do update set leads = s.leads + excluded.leads`.execute(
          transaction,
        )
      })
    })
  }

  /** `stats rebuild` as it was. */
  async function rebuild() {
    await again(() =>
      kysely.transaction().execute(async (transaction) => {
        await sql`select 1 from programs where id = ${program.id} for update`.execute(transaction)
        await sql`
          with gone as (delete from daily_stats where program_id = ${program.id} returning *)
          insert into daily_stats (program_id, day, currency, shard, clicks, leads, conversions, partners, sales,
            revenue_cents, commission_cents)
          select program_id, day, currency, 0, sum(clicks), sum(leads), sum(conversions), sum(partners), sum(sales),
            sum(revenue_cents), sum(commission_cents)
          from gone group by program_id, day, currency`.execute(transaction)
      }),
    )
  }

  return { click, sale, lead, rebuild }
}

async function again(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!isWriteConflict(error)) throw error
    }
  }
}
