/** What a call finds when it arrives. */
export interface Load {
  /** For a free connection to the database. */
  connectionWaitMs: number
  /** By which the event loop has been behind for a while. */
  loopLagMs: number
  /** Calls that are under way. */
  underWay: number
}

/** Events are accepted longer than reads, which can be asked for again. */
const KINDS = {
  event: { longestMs: 3_500, connections: 2 },
  other: { longestMs: 1_500, connections: 3 },
}

/** How often an ordinary call waits for its turn in the event loop. */
const TURNS = 6

/** With fewer calls under way a loop that is behind was held up by something else, and has no queue. */
const CALLS_OF_A_QUEUE = 50

/** What a call is asked to wait at the most. */
const MOST_SECONDS = 5

/**
 * Decides whether a call is admitted, by how long an ordinary one would wait for its answer.
 * @returns after how many seconds it may be sent again; undefined when it is admitted
 */
export function retryAfterSeconds(
  { connectionWaitMs, loopLagMs, underWay }: Load,
  kind: keyof typeof KINDS,
): number | undefined {
  const { longestMs, connections } = KINDS[kind]
  const loopMs = underWay < CALLS_OF_A_QUEUE ? 0 : loopLagMs * TURNS
  const expectedMs = connectionWaitMs * connections + loopMs
  return expectedMs <= longestMs ? undefined : Math.min(MOST_SECONDS, Math.ceil(expectedMs / 1000))
}
