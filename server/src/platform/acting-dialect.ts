import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { readActing, readHeldTransaction } from './acting.ts'
import { JoinedConnection } from './joined-connection.ts'
import { retryMoved } from './retry-moved.ts'

/**
 * PostgreSQL that is told who acts (`affiliate.acting`), so that its triggers write the audit log. It is told once per
 * transaction and forgets it with the transaction; a statement by itself that changes something gets a transaction.
 * Where nobody acts nothing is sent. While a request holds a transaction, all that it asks joins that one.
 */
export class ActingDialect extends PostgresDialect {
  override createDriver(): Driver {
    return new ActingDriver(super.createDriver())
  }
}

class ActingDriver implements Driver {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  init() {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const held = readHeldTransaction()
    if (held !== undefined) return held.join()
    return new ActingConnection(await this.#driver.acquireConnection())
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    if (connection instanceof JoinedConnection) return connection.begin(settings)
    await this.#driver.beginTransaction(connection, settings)
    const own = ownOf(connection)
    own.isInTransaction = true
    await tellActing(own.inner)
  }

  async commitTransaction(connection: DatabaseConnection) {
    if (connection instanceof JoinedConnection) return connection.commit()
    ownOf(connection).isInTransaction = false
    await this.#driver.commitTransaction(connection)
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    if (connection instanceof JoinedConnection) return connection.rollback()
    ownOf(connection).isInTransaction = false
    await this.#driver.rollbackTransaction(connection)
  }

  async savepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']) {
    await this.#driver.savepoint?.(connection, name, compile)
  }

  async rollbackToSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ) {
    await this.#driver.rollbackToSavepoint?.(connection, name, compile)
  }

  async releaseSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ) {
    await this.#driver.releaseSavepoint?.(connection, name, compile)
  }

  async releaseConnection(connection: DatabaseConnection) {
    if (connection instanceof JoinedConnection) return connection.leave()
    return this.#driver.releaseConnection(ownOf(connection).inner)
  }

  destroy() {
    return this.#driver.destroy()
  }
}

/** What may change something. A word too many (`for update`) costs a transaction and nothing else. */
const CHANGES = /\b(insert|update|delete|merge)\b/i

class ActingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  isInTransaction = false

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction) return this.inner.executeQuery(query)
    return retryMoved(() => this.#executeAlone<Row>(query))
  }

  async #executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (readActing() === undefined || !CHANGES.test(query.sql)) return this.inner.executeQuery(query)
    await this.inner.executeQuery(CompiledQuery.raw('begin'))
    try {
      await tellActing(this.inner)
      const result = await this.inner.executeQuery<Row>(query)
      await this.inner.executeQuery(CompiledQuery.raw('commit'))
      return result
    } catch (error) {
      // A lost connection has nothing to roll back; what it did not commit is undone. The first error is the one to tell.
      await this.inner.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      throw error
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery(query, chunkSize)
  }
}

function ownOf(connection: DatabaseConnection): ActingConnection {
  if (connection instanceof ActingConnection) return connection
  throw new Error('the connection is not one of this driver')
}

async function tellActing(connection: DatabaseConnection): Promise<void> {
  const acting = readActing()
  if (acting === undefined) return
  // `set local`, not `set_config`: a cluster hands it on to the nodes whose triggers read it. It takes no parameters.
  const text = literal(JSON.stringify(acting))
  await connection.executeQuery(CompiledQuery.raw(`set local affiliate.acting = ${text}`))
}

/** A text in SQL, whatever `standard_conforming_strings` says. */
function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
