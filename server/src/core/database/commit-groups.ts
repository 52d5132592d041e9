import { createGroupCommit, type GroupCommit } from './group-commit.ts'

/** One `GroupCommit` per key, such as a program, so that keys don't block each other. */
export interface CommitGroups<Key, Item, Result> {
  /**
   * Adds an item to its key's group.
   * @throws {QueueFullError} if too many items for this key are queued; this one was not processed
   * @throws {CommitTimeoutError} if the item was not processed in time, or its commit is unconfirmed and may still
   * happen
   */
  add(key: Key, item: Item): Promise<Result>
  /** Number of waiting items across all keys. */
  readonly queued: number
  /** Number of keys in use. A group is removed after its last item. */
  readonly active: number
}

interface Options<Key, Item, Result> {
  /** Maximum batch size per key. */
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

  function getGroup(key: Key) {
    const group = groups.get(key)
    if (group !== undefined) return group
    const commits = createGroupCommit<Item, Result>({
      maxBatch,
      maxQueued,
      maxWaitMs,
      commit: (items) => commit(key, items),
    })
    const newGroup = { commits, open: 0 }
    groups.set(key, newGroup)
    return newGroup
  }

  return {
    async add(key, item) {
      const group = getGroup(key)
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
