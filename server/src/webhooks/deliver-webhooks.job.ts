import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { sendDelivery } from './send-delivery.flow.ts'
import { claimDeliveries, dispatchMessages, listProgramsToTell } from './webhook-deliveries.sql.ts'

export interface Deliverer {
  /** Sends all that is due now and waits for what comes of it. */
  deliverDue(): Promise<void>
  /** Goes on delivering until `stop`. */
  start(): void
  /** Something was committed that may have to be told: looks for it at once. */
  wake(): void
  /** Takes nothing new, lets what is being sent finish for a while, then gives it back. */
  stop(): Promise<void>
}

/**
 * Tells merchants what the outbox holds. Any number of processes may do so at once: messages and deliveries are
 * taken under row locks, a delivery is sent under a lease, and what a dead process had taken is taken again.
 * So each message arrives at least once, always with the same webhook-id.
 * @param onLook it has looked for what is due, and taken it
 */
export function createDeliverer(
  deps: Deps,
  onError: (error: unknown) => void,
  onLook: () => void = () => {},
): Deliverer {
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()
  const rest = createRest()
  let isStopped = false
  let loop: Promise<void> = Promise.resolve()

  /** Takes what is due, as far as there is room for it, and starts sending it. @returns how much was taken */
  async function takeDue(): Promise<number> {
    const { kysely } = deps.database
    const now = deps.clock.now()
    const each = { rows: limits.webhookProgramsEach, perWebhook: limits.webhookSendsEach }
    let taken = 0
    for (const programId of await listProgramsToTell(kysely, now, each)) {
      if (isStopped) break
      taken += await dispatchMessages(kysely, programId, now, limits.webhookDispatchRows)
      const rows = limits.webhookSendsAtOnce - sending.size
      if (rows > 0 && !isStopped) taken += await claim(programId, now, rows)
    }
    return taken
  }

  /** Starts sending what is due of a program. @returns how much */
  async function claim(programId: number, now: Date, rows: number): Promise<number> {
    const until = new Date(now.getTime() + limits.webhookLeaseMs)
    const room = { rows, perWebhook: limits.webhookSendsEach }
    const claimed = await claimDeliveries(deps.database.kysely, programId, { now, until, ...room })
    for (const delivery of claimed) {
      const options = { timeoutMs: limits.webhookTimeoutMs, signal: stopping.signal }
      const sent: Promise<void> = sendDelivery(deps, delivery, options)
        .catch(onError)
        .finally(() => {
          sending.delete(sent)
          wake()
        })
      sending.add(sent)
    }
    return claimed.length
  }

  function wake() {
    rest.end(isStopped ? 0 : limits.webhookWakeMs)
  }

  async function run() {
    while (!isStopped) {
      rest.begin()
      const taken = await takeDue().then(
        (count) => {
          onLook()
          return count
        },
        (error: unknown) => {
          onError(error)
          return 0
        },
      )
      if (taken === 0 && !isStopped) await rest.wait()
    }
  }

  return {
    async deliverDue() {
      for (;;) {
        const underWay = [...sending]
        if ((await takeDue()) > 0) continue
        // What was sent during the look may have kept others from being listed.
        if (underWay.length === 0) return
        await Promise.race(underWay)
      }
    },
    start() {
      loop = run()
    },
    wake,
    async stop() {
      isStopped = true
      wake()
      const patience = setTimeout(() => stopping.abort(), limits.webhookDrainMs)
      await loop
      await Promise.all(sending)
      clearTimeout(patience)
    },
  }
}

/** The rest between two looks: a second, or a moment when something has come since the last look began. */
function createRest() {
  let isWoken = false
  let endWait = (_afterMs: number) => {}
  return {
    /** A look begins: it sees what came before it. */
    begin() {
      isWoken = false
    },
    wait(): Promise<void> {
      return new Promise((resolve) => {
        const slow = setTimeout(resolve, isWoken ? limits.webhookWakeMs : limits.webhookPollMs)
        endWait = (afterMs) => {
          endWait = () => {}
          clearTimeout(slow)
          setTimeout(resolve, afterMs)
        }
      })
    },
    /** Ends a wait that goes on, and shortens the next one otherwise. */
    end(afterMs: number) {
      isWoken = true
      endWait(afterMs)
    },
  }
}
