import { createGroupCommit, type GroupCommit } from './group-commit.ts'

/** A `GroupCommit` per key, such as a program, so that keys don't block each other. */
export interface CommitGroups<Key, Item, Result> {
  /**
   * @throws {QueueFullError} if too many items of this key are queued; nothing was done with this one
   * @throws {CommitTimeoutError} if the item was not taken, or its commit is unconfirmed and may still happen
   */
  add(key: Key, item: Item): Promise<Result>
  /** Items waiting, over all keys. */
  readonly queued: number
  /** Keys in use. A group is removed with its last item. */
  readonly active: number
}

interface Options<Key, Item, Result> {
  /** Of one key, as the two below. */
  maxBatch: number
  maxQueued: number
  maxWaitMs: number
  commit: (key: Key, items: Item[]) => Promise<Result[]>
}

export function createCommitGroups<Key, Item, Result>(
  options: Options<Key, Item, Result>,
): CommitGroups<Key, Item, Result> {
  const groups = new Map<Key, { commits: GroupCommit<Item, Result>; open: number }>()
  const { maxBatch, maxQueued, maxWaitMs, commit } = options

  function groupOf(key: Key) {
    const known = groups.get(key)
    if (known !== undefined) return known
    const commits = createGroupCommit<Item, Result>({
      maxBatch,
      maxQueued,
      maxWaitMs,
      commit: (items) => commit(key, items),
    })
    const made = { commits, open: 0 }
    groups.set(key, made)
    return made
  }

  return {
    async add(key, item) {
      const group = groupOf(key)
      group.open++
      try {
        return await group.commits.add(item)
      } finally {
        group.open--
        if (group.open === 0) groups.delete(key)
      }
    },
    get queued() {
      let queued = 0
      for (const { commits } of groups.values()) queued += commits.queued
      return queued
    },
    get active() {
      return groups.size
    },
  }
}
