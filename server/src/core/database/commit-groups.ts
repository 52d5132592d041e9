import { createGroupCommit, type GroupCommit } from './group-commit.ts'

/** A `GroupCommit` for each key, such as a program: what one of them waits for holds up no other. */
export interface CommitGroups<Key, Item, Result> {
  /**
   * @throws {QueueFullError} when too many items of this key wait already; nothing was done with this one
   * @throws {CommitTimeoutError} the item was not taken, or its commit has not answered and may yet be made
   */
  add(key: Key, item: Item): Promise<Result>
  /** How many items wait, of all keys. */
  readonly queued: number
  /** How many keys have something under way. A group is gone when its last item is answered. */
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
