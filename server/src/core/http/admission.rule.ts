/** The wait for a database connection that a new request would have. */
export interface ConnectionWait {
  /** Estimated from the queue length and recent hold times. */
  expectedMs: number
  /** Wait of the oldest queued request: the only sign of a queue that is stuck. */
  firstMs: number
}

/** Load when a request arrives. */
export interface Load {
  connection: ConnectionWait
  /** Sustained event loop delay. */
  loopLagMs: number
  /** Requests in progress. */
  inProgress: number
}

/** Events get a higher limit than reads, which can be repeated. */
const KINDS = {
  event: { longestMs: 3_500, connections: 2 },
  other: { longestMs: 2_000, connections: 3 },
}

/** Event loop turns an ordinary request needs. */
const TURNS = 6

/** With fewer requests in progress, a delayed event loop was blocked by something else and has no queue. */
const REQUESTS_PER_QUEUE = 50

const MAX_SECONDS = 5

/**
 * Decides whether to admit a request, by its estimated response time.
 * @returns seconds until a retry makes sense; undefined if admitted
 */
export function retryAfterSeconds(
  { connection, loopLagMs, inProgress }: Load,
  kind: keyof typeof KINDS,
): number | undefined {
  const { longestMs, connections } = KINDS[kind]
  const loopMs = inProgress < REQUESTS_PER_QUEUE ? 0 : loopLagMs * TURNS
  const expectedMs = Math.max(connection.firstMs, connection.expectedMs * connections) + loopMs
  return expectedMs <= longestMs ? undefined : Math.min(MAX_SECONDS, Math.ceil(expectedMs / 1000))
}
