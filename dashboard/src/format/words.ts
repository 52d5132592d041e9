/**
 * Enums of the API are records from value to label, in display order. Typed by the schema, they don't compile
 * if a value is missing or unknown.
 */
export function labelOf<Word extends string>(record: Readonly<Record<Word, unknown>>): readonly Word[] {
  return Object.keys(record) as Word[] // safe because an enum record has no other keys
}

/** Returns the values of an enum record as options for a control. */
export function choicesOf<Word extends string, View extends { label: string }>(
  record: Readonly<Record<Word, View>>,
): ({ value: Word } & View)[] {
  return labelOf(record).map((value) => ({ value, ...record[value] }))
}
