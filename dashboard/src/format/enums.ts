/**
 * API enums are records that map values to labels, in display order. Typed by the schema, they don't compile
 * if a value is missing or unknown.
 */
export function enumValues<Value extends string>(record: Readonly<Record<Value, unknown>>): readonly Value[] {
  return Object.keys(record) as Value[] // safe because an enum record has no other keys
}

/** Returns an enum record's values as options for a control. */
export function enumOptions<Value extends string, View extends { label: string }>(
  record: Readonly<Record<Value, View>>,
): ({ value: Value } & View)[] {
  return enumValues(record).map((value) => ({ value, ...record[value] }))
}
