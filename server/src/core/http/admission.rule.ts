/** How long a call that comes now waits for a connection to the database. */
export interface ConnectionWait {
  /** By those in front and how long each lately kept its connection. */
  expectedMs: number
  /** How long the first of them has waited: where nothing moves, nothing else shows it. */
  firstMs: number
}

/** What a call finds when it arrives. */
export interface Load {
  connection: ConnectionWait
  /** By which the event loop has been behind for a while. */
  loopLagMs: number
  /** Calls that are under way. */
  underWay: number
}

/** Events are accepted longer than reads, which can be repeated. */
const KINDS = {
  event: { longestMs: 3_500, connections: 2 },
  other: { longestMs: 2_000, connections: 3 },
}

/** How often an ordinary call waits for its turn in the event loop. */
const TURNS = 6

/** With fewer calls under way a loop that is behind was held up by something else, and has no queue. */
const CALLS_OF_A_QUEUE = 50

/** The longest `Retry-After`. */
const MOST_SECONDS = 5

/**
 * Decides whether a call is admitted, by how long an ordinary one would wait for its answer.
 * @returns after how many seconds it may be sent again; undefined when it is admitted
 */
export function retryAfterSeconds(
  { connection, loopLagMs, underWay }: Load,
  kind: keyof typeof KINDS,
): number | undefined {
  const { longestMs, connections } = KINDS[kind]
  const loopMs = underWay < CALLS_OF_A_QUEUE ? 0 : loopLagMs * TURNS
  const expectedMs = Math.max(connection.firstMs, connection.expectedMs * connections) + loopMs
  return expectedMs <= longestMs ? undefined : Math.min(MOST_SECONDS, Math.ceil(expectedMs / 1000))
}
