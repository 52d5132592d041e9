import { AsyncLocalStorage } from 'node:async_hooks'
import type { HeldTransaction } from './joined-connection.ts'
import type { AuditAction } from './words.ts'

/**
 * Who acts, for the audit log. It travels with a request or a command, not through every call, because one place
 * alone asks for it: where a transaction begins (`acting-dialect.ts`). No flow and no rule may decide by it.
 */
interface Acting {
  /** Undefined: a call that is not meant to change anything. What changes all the same is refused by the database. */
  action: AuditAction | undefined
  requestId: string | null
  /** The clock of the process. */
  now: () => Date
  /** Undefined until it is known who asks, and again once the answer leaves. */
  actor: Actor | undefined
  /** The transaction that everything joins meanwhile. */
  held?: HeldTransaction | undefined
}

/** A person, or a management key; neither at the command line. */
interface Actor {
  userId: string | null
  keyId: number | null
}

const acting = new AsyncLocalStorage<Acting>()

/**
 * The requests and commands under way. A storage in use makes every promise of the process dearer (more than twice on
 * Node 20), those of the clicks too, so it is in use only while there are any; no visitor's call is one of them.
 */
const underWay = new Set<Acting>()

/** Runs a request, of which it is not known yet who asks. */
export function withRequest(
  request: Pick<Acting, 'action' | 'now'> & { requestId: string },
  next: () => void,
): void {
  const current: Acting = { ...request, actor: undefined }
  underWay.add(current)
  acting.run(current, next)
}

/** From here on the request changes things in this person's name. */
export function actAs(userId: string): void {
  const current = acting.getStore()
  if (current !== undefined) current.actor = { userId, keyId: null }
}

/** From here on the request changes things by this management key, and in no person's name. */
export function actAsKey(keyId: number): void {
  const current = acting.getStore()
  if (current !== undefined) current.actor = { userId: null, keyId }
}

/**
 * What still runs when the answer leaves (deliveries that it woke) is no longer anybody's doing; a call that waits for long
 * ends it before.
 */
export function endActing(): void {
  const current = acting.getStore()
  if (current === undefined) return
  current.actor = undefined
  leave(current)
}

function leave(current: Acting) {
  underWay.delete(current)
  if (underWay.size === 0) acting.disable()
}

/** Runs a command of the command line: whoever may run it is known to the machine, not to us. */
export function actAsCommand<Result>(
  action: AuditAction,
  now: () => Date,
  work: () => Promise<Result>,
): Promise<Result> {
  const current: Acting = { action, requestId: null, now, actor: { userId: null, keyId: null } }
  underWay.add(current)
  return acting.run(current, work).finally(() => leave(current))
}

/** Until `work` has ended, every statement of this request joins the transaction. */
export async function holdTransaction<Result>(
  held: HeldTransaction,
  work: () => Promise<Result>,
): Promise<Result> {
  const current = acting.getStore()
  if (current === undefined) throw new Error('a transaction is held for a request, and there is none')
  current.held = held
  try {
    return await work()
  } finally {
    current.held = undefined
  }
}

export function readHeldTransaction(): HeldTransaction | undefined {
  return acting.getStore()?.held
}

/** What a row of the audit log says of who acts. */
export interface ActingRow {
  at: Date
  user_id: string | null
  key_id: number | null
  action: AuditAction | null
  request_id: string | null
}

/** Undefined when nobody acts: a visitor, a merchant's server, a processor or a job is at work. */
export function readActing(): ActingRow | undefined {
  const current = acting.getStore()
  if (current?.actor === undefined) return undefined
  const { action = null, requestId, now, actor } = current
  return { at: now(), user_id: actor.userId, key_id: actor.keyId, action, request_id: requestId }
}
