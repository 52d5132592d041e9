/** What `affiliate listen` was told to do. */
export interface ListenTo {
  /** The address of the service, without a slash at its end. */
  url: string
  programId: number
  /** Undefined: all. */
  eventTypes: readonly string[] | undefined
  sendTest: boolean
  forwardTo: string
}

/** An event as the service hands it out. */
export interface HandedEvent {
  id: number
  messageId: string
  type: string
  payload: string
}

/** What became of one event. */
export interface Forwarded {
  at: Date
  type: string
  messageId: string
  /** Undefined when the local server did not answer. */
  status: number | undefined
  /** Undefined: an answer with 2xx. */
  error: string | undefined
  durationMs: number
}

/** An answer of the service, or why there was none. */
export type ServiceAnswer =
  | { kind: 'answered'; status: number; body: unknown; retryAfterSeconds: number | undefined }
  | { kind: 'silent'; reason: string }
