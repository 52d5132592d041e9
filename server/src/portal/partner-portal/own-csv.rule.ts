import type { Language } from '../../core/enums.ts'
import type { PartnerMessageKey } from '../../core/i18n/catalogs.ts'
import { message } from '../../core/i18n/message.rule.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'

type Named<Key> = Key extends `csv.${infer Name}` ? Name : never
type Column = Named<PartnerMessageKey>

/** Columns by name, in the order of the file. */
export type OwnCsvColumns<Row> = { [Name in Column]?: (row: Row) => CsvCell }

/** Names the columns of a partner's file in the partner's language. */
export function withHeaders<Row>(
  columns: OwnCsvColumns<Row>,
  language: Language,
): Record<string, (row: Row) => CsvCell> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, cell]) => [message(language, `csv.${name as Column}`), cell]), // safe because of the type of `columns`
  )
}
