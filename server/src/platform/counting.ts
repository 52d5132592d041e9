import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { PrimaryLink } from './primary-link.ts'
import type { Count, Counted, Window } from './process-messages.ts'

/** Counts the calls of one limit. */
export interface Counter {
  /** @throws {RateLimiterRes} past the limit */
  consume(key: string): Promise<RateLimiterRes>
  /** Takes one call back. */
  reward(key: string): Promise<unknown>
}

/** Where a limit is counted when there is no Redis; `isStrict` when it guards a secret. */
export type Counting = (window: Window, isStrict: boolean) => Counter

/** In the memory of this process. */
export const countInMemory: Counting = (window) => newMemory(window)

function newMemory({ name, points, seconds }: Window) {
  return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
}

/**
 * In the memory of the process that started the workers, for all of them together and exactly. The calls of one turn of
 * the event loop are asked about together. When it does not answer in time, a call is counted here instead; a try at a
 * secret is refused (503), because else every worker would allow as many.
 */
export function countThrough(link: Pick<PrimaryLink, 'count'>): Counting {
  const ask = askTogether(link)
  return (window, isStrict) => {
    const memory = newMemory(window)
    const counted = async (key: string, isReward: boolean): Promise<RateLimiterRes | undefined> => {
      const count: Count = isReward ? { window, key, isReward } : { window, key }
      try {
        const { consumedPoints, msBeforeNext } = await ask(count)
        const remainingPoints = Math.max(0, window.points - consumedPoints)
        return new RateLimiterRes(remainingPoints, msBeforeNext, consumedPoints, consumedPoints === 1)
      } catch (error) {
        if (isStrict) throw error
        return undefined
      }
    }
    return {
      async consume(key) {
        const state = await counted(key, false)
        if (state === undefined) return memory.consume(key)
        if (state.consumedPoints > window.points) throw state
        return state
      },
      // What cannot be taken back stays counted: whoever was right is not told otherwise for it.
      reward: (key) => counted(key, true).catch(() => {}),
    }
  }
}

/** One message for all that is asked in one turn of the event loop. */
function askTogether(link: Pick<PrimaryLink, 'count'>): (count: Count) => Promise<Counted> {
  let next: { counts: Count[]; answer: Promise<Counted[]> } | undefined
  const begin = () => {
    const counts: Count[] = []
    const answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
      next = undefined
      return link.count(counts)
    })
    return { counts, answer }
  }
  return async (count) => {
    next ??= begin()
    const place = next.counts.push(count) - 1
    // safe because the answer has one for each
    return (await next.answer)[place] as Counted
  }
}

/** Counts for all workers, in the process that started them. */
export function createCounts(): (counts: Count[]) => Promise<Counted[]> {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = (window: Window) => {
    // A worker of another version or with other settings may have another window of the same name.
    const name = `${window.name}:${window.points}:${window.seconds}`
    const known = limiters.get(name)
    if (known !== undefined) return known
    const made = newMemory(window)
    limiters.set(name, made)
    return made
  }
  const countOne = async ({ window, key, isReward }: Count): Promise<RateLimiterRes> => {
    const limiter = limiterOf(window)
    try {
      return await (isReward ? limiter.reward(key) : limiter.consume(key))
    } catch (error) {
      if (error instanceof RateLimiterRes) return error
      throw error
    }
  }
  return async (counts) => {
    const states = await Promise.all(counts.map(countOne))
    return states.map(({ consumedPoints, msBeforeNext }) => ({ consumedPoints, msBeforeNext }))
  }
}
