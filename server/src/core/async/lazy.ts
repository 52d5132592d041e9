/** Creates a value on first use and keeps it. */
export function lazily<Value>(create: () => Value): () => Value {
  let cached: { value: Value } | undefined
  return () => {
    cached ??= { value: create() }
    return cached.value
  }
}
