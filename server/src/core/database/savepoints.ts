import { CompiledQuery, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** A transaction whose inner transactions are savepoints, so that one can fail and be retried. */
export class OuterTransaction {
  readonly #transaction: Transaction<Schema>
  #last: Promise<unknown> = Promise.resolve()

  constructor(transaction: Transaction<Schema>) {
    this.#transaction = transaction
  }

  /** Runs one savepoint at a time, because the savepoints of a connection are a stack. */
  savepoint<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#savepoint(work))
    this.#last = result.catch(() => {})
    return result
  }

  async #savepoint<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    await this.#send('savepoint inner_transaction')
    try {
      const result = await work(this.#transaction)
      await this.#send('release savepoint inner_transaction')
      return result
    } catch (error) {
      // A lost connection has nothing to roll back. The first error is the one to report.
      await this.#send('rollback to savepoint inner_transaction')
        .then(() => this.#send('release savepoint inner_transaction'))
        .catch(() => {})
      throw error
    }
  }

  #send(text: string) {
    return this.#transaction.executeQuery(CompiledQuery.raw(text))
  }
}
