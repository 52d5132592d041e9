/**
 * A set of words of the API is one record: what each word is shown as, in the order in which they are shown. The
 * record's type is the schema's, so that a word which is missing, or none of the API's, does not compile.
 */
export function labelOf<Word extends string>(record: Readonly<Record<Word, unknown>>): readonly Word[] {
  return Object.keys(record) as Word[] // safe because a record of words has no other keys
}

/** The words for a control that offers them. */
export function choicesOf<Word extends string, View extends { label: string }>(
  record: Readonly<Record<Word, View>>,
): ({ value: Word } & View)[] {
  return labelOf(record).map((value) => ({ value, ...record[value] }))
}
