import type { TableSize } from './doctor.ts'

/** The requests that a migration statement blocks. */
export type Blocks = 'nothing' | 'writes' | 'everything'

export interface StatementLock {
  table: string
  keeps: Blocks
  /**
   * How much of the table is processed under the lock. A statement that changes only the catalog is quick. 'changes'
   * means that it changes the rows that match a condition, possibly all rows.
   */
  work: 'moment' | 'reads' | 'rewrites' | 'changes' | 'indexes'
}

const NAME = String.raw`(?:only\s+)?(?:public\.)?"?(\w+)"?`
const matches = (start: string) =>
  new RegExp(`^${start.replaceAll(' ', String.raw`\s+`)}${String.raw`\s+`}${NAME}`, 'i')

const INDEX = new RegExp(
  String.raw`^create\s+(?:unique\s+)?index\s+(?:(if\s+not\s+exists)\s+)?(\w*)\s*on\s+${NAME}`,
  'i',
)
const TRIGGER = new RegExp(
  String.raw`^create\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s[\s\S]*?\son\s+${NAME}`,
  'i',
)
const PARTITION = new RegExp(String.raw`^create\s+table\s+\w+\s+partition\s+of\s+${NAME}`, 'i')
const ALTER = matches('alter table(?: if exists)?')
const DROP = matches('drop table(?: if exists)?')
const DROP_INDEX = matches('drop index(?: if exists)?')
const REFERENCES = new RegExp(String.raw`\breferences\s+${NAME}`, 'gi')
const CHANGE =
  /^(?:with[\s\S]*?\)\s*)?(?:update|delete\s+from|insert\s+into)\s+(?:only\s+)?(?:public\.)?"?(\w+)"?/i

/**
 * Returns the locks that a migration statement takes on existing tables; none for functions. Unknown statements are
 * treated as a full rewrite under an exclusive lock.
 */
export function findStatementLocks(statement: string, tables: readonly TableSize[]): StatementLock[] {
  const text = statement.trim()
  const own = findOwnLock(text, tables)
  // A foreign key also adds triggers to the referenced table.
  const referencedTables = /^(?:alter|create)\s+table\b/i.test(text)
    ? [...text.matchAll(REFERENCES)].flatMap(([, table]) => table ?? [])
    : []
  return [
    ...(own === undefined ? [] : [own]),
    ...[...new Set(referencedTables)]
      .filter((table) => table !== own?.table)
      .map((table): StatementLock => ({ table, keeps: 'writes', work: 'moment' })),
  ]
}

function findOwnLock(text: string, tables: readonly TableSize[]): StatementLock | undefined {
  const table = (shape: RegExp) => shape.exec(text)?.[1]
  const lock = (
    name: string | undefined,
    blocks: Blocks,
    work: StatementLock['work'],
  ): StatementLock | undefined => (name === undefined ? undefined : { table: name, keeps: blocks, work })
  const findTable = (index: string | undefined) =>
    tables.find(({ indexes = [] }) => indexes.includes(index ?? ''))

  const [, ifMissing, index, indexed] = INDEX.exec(text) ?? []
  const exists = ifMissing !== undefined && findTable(index) !== undefined
  return (
    lock(indexed, 'writes', exists ? 'moment' : 'indexes') ??
    lock(table(TRIGGER), 'writes', 'moment') ??
    lock(table(PARTITION), 'everything', 'moment') ??
    lock(table(DROP), 'everything', 'moment') ??
    lock(findTable(table(DROP_INDEX))?.name, 'everything', 'moment') ??
    findAlterLock(text, table(ALTER)) ??
    lock(table(CHANGE), 'nothing', /\bwhere\b/i.test(text) ? 'changes' : 'rewrites')
  )
}

/** Alterations that scan or rewrite every row. All others only change the catalog. */
const REWRITES =
  /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b|\bgenerated\s+always\s+as\b[\s\S]*\bstored\b|\bset\s+(?:un)?logged\b/i
const INDEXES = /\badd\s+(?:constraint\s+\w+\s+)?(?:primary\s+key|unique)\b(?!\s+using)/i
const READS =
  /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b|\bset\s+not\s+null\b|\bvalidate\s+constraint\b|\badd\s+column\b[\s\S]*\b(?:references|check)\b/i

function findAlterLock(text: string, table: string | undefined): StatementLock | undefined {
  if (table === undefined) return undefined
  if (REWRITES.test(text)) return { table, keeps: 'everything', work: 'rewrites' }
  if (INDEXES.test(text)) return { table, keeps: 'everything', work: 'indexes' }
  if (!READS.test(text) || /\bnot\s+valid\b/i.test(text))
    return { table, keeps: 'everything', work: 'moment' }
  const isForeignKey =
    /\badd\s+(?:constraint\s+\w+\s+)?foreign\s+key\b/i.test(text) && !/,\s*(?:add|alter|drop)\b/i.test(text)
  return { table, keeps: isForeignKey ? 'writes' : 'everything', work: 'reads' }
}

/** Conservative throughput of current hardware, in bytes of the table per second. */
const BYTES_PER_SECOND = { reads: 100e6, rewrites: 15e6, changes: 15e6, indexes: 30e6 } as const
const SHORT_SECONDS = 0.1

export interface MigrationLocks {
  name: string
  /** The strongest lock on each table. */
  locks: {
    table: string
    keeps: Blocks
    bytes: number
    seconds: number
    /** Whether the duration assumes that a condition matches every row. */
    changesAllRows?: true
  }[]
  /** Total duration. Locks are released when the migration ends. */
  seconds: number
  /** Temporary disk space that the migration needs. */
  needsBytes: number
}

/**
 * Estimates from table sizes what a migration blocks and the longest it can take. Locks last from their statement to
 * the end of the migration.
 */
export function estimateLocks(
  name: string,
  statements: readonly string[],
  tables: readonly TableSize[],
): MigrationLocks {
  const sizes = new Map(tables.map((table) => [table.name, table.bytes]))
  const steps = statements.flatMap((statement) => {
    return findStatementLocks(statement, tables).flatMap((lock) => {
      const bytes = sizes.get(lock.table)
      // Locks on new tables block nothing.
      return bytes === undefined ? [] : [{ ...lock, bytes, seconds: estimateSeconds(lock.work, bytes) }]
    })
  })
  const locks = new Map<string, MigrationLocks['locks'][number]>()
  for (const [index, { table, keeps, bytes }] of steps.entries()) {
    const following = steps.slice(index)
    const rest = following.reduce((sum, step) => sum + step.seconds, 0)
    const changesAllRows = following.some(({ work }) => work === 'changes')
    const before = locks.get(table)
    if (before === undefined)
      locks.set(table, { table, keeps, bytes, seconds: rest, ...(changesAllRows && { changesAllRows }) })
    else if (toRank(keeps) > toRank(before.keeps)) before.keeps = keeps
  }
  return {
    name,
    locks: [...locks.values()],
    seconds: steps.reduce((sum, { seconds }) => sum + seconds, 0),
    needsBytes: steps.reduce((sum, { work, bytes }) => sum + estimateDiskBytes(work, bytes), 0),
  }
}

function estimateSeconds(work: StatementLock['work'], bytes: number): number {
  return work === 'moment' ? SHORT_SECONDS : SHORT_SECONDS + bytes / BYTES_PER_SECOND[work]
}

/**
 * Returns the temporary disk space. A rewritten table temporarily exists twice. An index takes at most a third of the
 * table's size, plus space for sorting.
 */
function estimateDiskBytes(work: StatementLock['work'], bytes: number): number {
  if (work === 'rewrites' || work === 'changes') return bytes
  return work === 'indexes' ? Math.ceil((bytes * 2) / 3) : 0
}

function toRank(blocks: Blocks): number {
  return ['nothing', 'writes', 'everything'].indexOf(blocks)
}
