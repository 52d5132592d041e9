import { type RawBuilder, sql } from 'kysely'
import type { Run } from '../platform/database.ts'
import { statement } from '../platform/statement.ts'
import type { ClickText } from '../platform/words.ts'

/** Instead of a number: the text stays in its click, and may be numbered when it comes again. */
export const NOT_NOW = 0

export interface Text {
  field: ClickText
  text: string
}

/**
 * Numbers texts that clicks of a program repeat in a month (its first day, `YYYY-MM-DD`), at most `most` of each field.
 * @returns those of them that have a number, or `NOT_NOW` while another process numbers; the others have none this month
 */
export function numberClickTexts(
  run: Run,
  { programId, month, most }: { programId: number; month: string; most: number },
  texts: readonly Text[],
): Promise<(Text & { id: number })[]> {
  return run(NUMBER_TEXTS({ program_id: programId, month, texts: JSON.stringify(texts), most }))
}

const NUMBER_TEXTS = statement(
  'number-click-texts',
  { program_id: 'bigint', month: 'date', texts: 'json', most: 'integer' },
  'select field, text, id from number_click_texts(:program_id, :month, :texts, :most)',
)

/** The text of a click of this program: its own, or the one whose number it has. `click` is the alias of its row. */
export function clickText(click: string, field: ClickText, programId: number): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${click}.${name}`)
  return sql`coalesce(${column(field)}, (
    select t.text from click_texts t
    where t.program_id = ${programId} and t.month = date_trunc('month', ${column('received_at')} at time zone 'UTC')::date
      and t.field = ${sql.lit(field)} and t.id = ${column(`${field}_id`)}))`
}
