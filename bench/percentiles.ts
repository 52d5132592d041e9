/** Returns the median, 95th and 99th percentiles of latencies. */
export function percentiles(latenciesUs: number[]): { p50Ms: number; p95Ms: number; p99Ms: number } {
  const sorted = Float64Array.from(latenciesUs).sort()
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1000
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}
