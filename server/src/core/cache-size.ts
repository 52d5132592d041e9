/**
 * Limits an `LRUCache` to `entries` without its `max` option, with which each cache allocates memory for all entries in
 * advance: 2.5 MB at the start of the service.
 */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
