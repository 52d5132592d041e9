import type { Config } from '../../core/config/config.ts'
import type { Queries, Run } from '../../core/database/database.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { parseClickId } from '../clicks/click-id.rule.ts'
import { findClickKind } from '../clicks/test-link.sql.ts'
import type { UnknownField } from '../requests/decision.ts'
import { isCustomerKey } from './attributed-customer.sql.ts'
import type { TestInfo } from './test-info.ts'

/** Returns a test event's IDs. The customer_key itself is not stored. */
export async function readTestInfo(
  { run, kysely }: { run: Run; kysely: Queries },
  { config, programId }: { config: Pick<Config, 'appSecret'>; programId: number },
  {
    click_id,
    customer_key,
    unknown_fields = [],
  }: {
    click_id: string | undefined
    customer_key: string | undefined
    unknown_fields?: readonly UnknownField[] | undefined
  },
): Promise<TestInfo> {
  const pseudonym = idPseudonymizer(programId, config.appSecret)
  return {
    ...(await readClickInfo(run, programId, click_id)),
    ...(customer_key === undefined ? {} : { customer: pseudonym(customer_key) }),
    ...(unknown_fields.length === 0 ? {} : { unknown_fields }),
    is_customer: customer_key !== undefined && (await isCustomerKey(kysely, programId, customer_key)),
  }
}

async function readClickInfo(
  run: Run,
  programId: number,
  clickId: string | undefined,
): Promise<Pick<TestInfo, 'click' | 'click_uuid'>> {
  if (clickId === undefined || clickId === '') return { click: 'none' }
  const click = parseClickId(clickId)
  if (click === undefined) return { click: 'unreadable' }
  if (click.programId !== programId) return { click: 'other_program' }
  return { click: await findClickKind(run, click), click_uuid: click.uuid }
}
