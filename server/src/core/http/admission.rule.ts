/** The expected wait of a new request for a database connection. */
export interface ConnectionWait {
  /** Estimated from the queue length and recent hold times. */
  expectedMs: number
  /** Wait of the oldest queued request, which is the only sign of a stuck queue. */
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

/** Tracking requests get a higher limit than reads, which are easier to repeat. */
const KINDS = {
  event: { longestMs: 3_500, connections: 2 },
  other: { longestMs: 2_000, connections: 3 },
}

/** Event loop turns that an ordinary request needs. */
const TURNS_PER_REQUEST = 6

/** With fewer requests in progress, something else blocked the event loop and there is no queue. */
const REQUESTS_PER_QUEUE = 50

const MAX_SECONDS = 5

/**
 * Decides by the estimated response time whether to admit a request.
 * @returns seconds after which a retry makes sense; undefined if admitted
 */
export function retryAfterSeconds(
  { connection, loopLagMs, inProgress }: Load,
  kind: keyof typeof KINDS,
): number | undefined {
  const { longestMs, connections } = KINDS[kind]
  const loopMs = inProgress < REQUESTS_PER_QUEUE ? 0 : loopLagMs * TURNS_PER_REQUEST
  const expectedMs = Math.max(connection.firstMs, connection.expectedMs * connections) + loopMs
  return expectedMs <= longestMs ? undefined : Math.min(MAX_SECONDS, Math.ceil(expectedMs / 1000))
}
