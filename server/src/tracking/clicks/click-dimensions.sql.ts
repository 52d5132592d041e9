import { type RawBuilder, sql } from 'kysely'
import { CAPTURE_METHODS } from '../../core/enums.ts'

/**
 * Returns the joins for a click's dimensions, `page`, `referrer` and `device`.
 * @param click the alias of the click's row
 */
export function joinDimensions(click: string, programId: number): RawBuilder<unknown> {
  return sql.join(
    ['page', 'referrer', 'device'].map(
      (kind) => sql`
    left join click_dimensions ${sql.ref(kind)} on ${sql.ref(kind)}.program_id = ${programId}
      and ${sql.ref(kind)}.month = date_trunc('month', ${sql.ref(`${click}.received_at`)} at time zone 'UTC')::date
      and ${sql.ref(kind)}.id = ${sql.ref(`${click}.${kind}_id`)}`,
    ),
    sql``,
  )
}

/**
 * Selects the fields that were sent with a click, under their API names. `click` is the alias of the click's row,
 * joined with its dimensions.
 */
export const SENT_WITH_CLICK = {
  affiliate_url: () => sql`page.affiliate_url`,
  page_url: () => sql`page.page_url`,
  page_title: () => sql`page.page_title`,
  referrer_url: () => sql`referrer.referrer_url`,
  session_id: (click) =>
    sql`coalesce(${sql.ref(`${click}.session_id`)}, ${sql.ref(`${click}.session_uuid`)}::text)`,
  user_agent: () => sql`device.user_agent`,
  screen_resolution: (click) => sql`coalesce(${selectSize(click, 'screen')}, device.screen_resolution)`,
  viewport_size: (click) => sql`coalesce(${selectSize(click, 'viewport')}, device.viewport_size)`,
  language: () => sql`device.language`,
  timezone: () => sql`device.timezone`,
  consent: (click) => sql.ref(`${click}.consent`),
} satisfies Record<string, (click: string) => RawBuilder<unknown>>

function selectSize(click: string, of: 'screen' | 'viewport'): RawBuilder<unknown> {
  return sql`${sql.ref(`${click}.${of}_width`)} || 'x' || ${sql.ref(`${click}.${of}_height`)}`
}

/** Returns the name of a click's capture method. */
export function captureMethodName(click: string): RawBuilder<string> {
  const names = CAPTURE_METHODS.map((name, number) => sql`when ${sql.lit(number)} then ${sql.lit(name)}`)
  return sql`case coalesce(${sql.ref(`${click}.capture_method`)}, 0) ${sql.join(names, sql` `)} end`
}
