/** Options of `affiliate listen`. */
export interface ListenTo {
  /** The URL of the service, without a trailing slash. */
  url: string
  programId: number
  /** Undefined to receive all event types. */
  eventTypes: readonly string[] | undefined
  sendTest: boolean
  forwardTo: string
}

/** An event received from the service. */
export interface ListenerEvent {
  id: number
  messageId: string
  type: string
  payload: string
}

/** The result of forwarding an event. */
export interface ForwardResult {
  at: Date
  type: string
  messageId: string
  /** Undefined if the local server did not respond. */
  status: number | undefined
  /** Undefined for a 2xx response. */
  error: string | undefined
  durationMs: number
}

/** A response from the service, or the reason there was none. */
export type ServiceResponse =
  | { kind: 'answered'; status: number; body: unknown; retryAfterSeconds: number | undefined }
  | { kind: 'silent'; reason: string }
