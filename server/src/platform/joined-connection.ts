import { CompiledQuery, type DatabaseConnection, type QueryResult, type TransactionSettings } from 'kysely'

/**
 * A transaction that a whole call runs in, and that every statement and every transaction of the call joins. They take
 * turns on its one connection, as on the embedded database; an inner transaction is a savepoint, so that it may fail and
 * be tried again.
 */
export class HeldTransaction {
  readonly send: (query: CompiledQuery) => Promise<QueryResult<unknown>>
  #last: Promise<void> = Promise.resolve()

  constructor(send: (query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.send = send
  }

  async join(): Promise<JoinedConnection> {
    const before = this.#last
    let leave: () => void = () => {}
    this.#last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    return new JoinedConnection(this, leave)
  }

  /** One statement by itself. */
  async run(text: string, values: readonly unknown[]): Promise<unknown[]> {
    const connection = await this.join()
    try {
      return (await connection.executeQuery(CompiledQuery.raw(text, [...values]))).rows
    } finally {
      connection.leave()
    }
  }
}

/** What may change something, and so may fail for what is there. */
const CHANGES = /\b(insert|update|delete|merge)\b|\bsave_/i

/** The turn of one statement or of one transaction. */
export class JoinedConnection implements DatabaseConnection {
  readonly #held: HeldTransaction
  readonly leave: () => void
  #isInTransaction = false

  constructor(held: HeldTransaction, leave: () => void) {
    this.#held = held
    this.leave = leave
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction || !CHANGES.test(query.sql)) return this.#send(query)
    // One that fails must not take along what it has joined.
    await this.begin()
    try {
      const result = await this.#send<Row>(query)
      await this.commit()
      return result
    } catch (error) {
      // A lost connection has nothing to roll back. The first error is the one to tell.
      await this.rollback().catch(() => {})
      throw error
    }
  }

  /** @throws {Error} for a transaction of a kind of its own: it cannot be part of another one */
  async begin(settings: TransactionSettings = {}): Promise<void> {
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined) {
      throw new Error('a transaction with settings of its own cannot be part of another one')
    }
    await this.#send(CompiledQuery.raw('savepoint joined'))
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false
    await this.#send(CompiledQuery.raw('release savepoint joined'))
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false
    await this.#send(CompiledQuery.raw('rollback to savepoint joined'))
    await this.#send(CompiledQuery.raw('release savepoint joined'))
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed here
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('nothing is streamed within a transaction that is held')
  }

  async #send<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // safe because the caller knows what it asks for, as of every connection
    return (await this.#held.send(query)) as QueryResult<Row>
  }
}
