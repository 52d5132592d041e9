import type * as Pglite from '@electric-sql/pglite'
import type { PGlite } from '@electric-sql/pglite'
import { limits } from '../config/limits.ts'
import { DISCARD_PLANS, executionsBetweenPlans } from './plan-age.ts'

/** The result of one statement. */
export interface EmbeddedResult {
  rows: unknown[]
  affectedRows: number
}

interface PreparedStatement {
  name: string
  parameterTypes: number[]
  fields: Pglite.messages.RowDescriptionMessage['fields']
}

/**
 * Runs PGlite's prepared statements by name, in one message. PGlite's own `query` parses every time and enters
 * WebAssembly six times, which is ten times slower. The caller of `run` must own the connection.
 */
export class EmbeddedStatements {
  readonly #lite: PGlite
  readonly #pglite: typeof Pglite
  /** Prepared statements by SQL text, least recently used first. */
  readonly #prepared = new Map<string, PreparedStatement>()
  #names = 0
  /** Executions and written rows since the database was opened. */
  #done = 0
  #replannedAt = 0

  /** @param pglite the module, passed in because a bundle would otherwise load it in every process */
  constructor(lite: PGlite, pglite: typeof Pglite) {
    this.#lite = lite
    this.#pglite = pglite
  }

  async run(text: string, values: readonly unknown[]): Promise<EmbeddedResult> {
    if (!this.#lite.ready) throw new Error('the embedded database is closed')
    const result = await this.#runPrepared(text, values)
    this.#done += 1 + result.affectedRows
    if (this.#done - this.#replannedAt > executionsBetweenPlans(this.#done)) await this.#discardPlans()
    return result
  }

  async #runPrepared(text: string, values: readonly unknown[]): Promise<EmbeddedResult> {
    const existing = this.#prepared.get(text)
    if (existing === undefined) return this.#execute(await this.#prepare(text), values)
    this.#prepared.delete(text)
    this.#prepared.set(text, existing)
    try {
      return await this.#execute(existing, values)
    } catch (error) {
      // The table has changed since the statement was prepared. It was rejected before it did anything.
      if (!isOutdated(error)) throw error
      await this.#forget(text, existing)
      if (this.#lite.isInTransaction()) throw error
      return this.#execute(await this.#prepare(text), values)
    }
  }

  async #prepare(text: string): Promise<PreparedStatement> {
    const [oldest] = this.#prepared
    if (oldest !== undefined && this.#prepared.size >= limits.embeddedStatements)
      await this.#forget(...oldest)
    this.#names++
    const { messages, protocol } = this.#pglite
    const statement: PreparedStatement = { name: `s${this.#names}`, parameterTypes: [], fields: [] }
    const { name } = statement
    const packets = [
      protocol.serialize.parse({ text, name }),
      protocol.serialize.describe({ type: 'S', name }),
      protocol.serialize.sync(),
    ]
    const response = await this.#lite.execProtocol(Buffer.concat(packets), { syncToFs: false })
    for (const message of response.messages) {
      if (message instanceof messages.ParameterDescriptionMessage)
        statement.parameterTypes = message.dataTypeIDs
      if (message instanceof messages.RowDescriptionMessage) statement.fields = message.fields
    }
    this.#prepared.set(text, statement)
    return statement
  }

  async #forget(text: string, { name }: PreparedStatement) {
    this.#prepared.delete(text)
    const { serialize } = this.#pglite.protocol
    const packets = [serialize.close({ type: 'S', name }), serialize.sync()]
    await this.#lite.execProtocol(Buffer.concat(packets), { syncToFs: false })
  }

  /** Discards old plans, as autovacuum would on a server. */
  async #discardPlans() {
    this.#replannedAt = this.#done
    await this.#lite.execProtocol(this.#pglite.protocol.serialize.query(DISCARD_PLANS), { syncToFs: false })
  }

  async #execute({ name, parameterTypes, fields }: PreparedStatement, values: readonly unknown[]) {
    const { messages, protocol } = this.#pglite
    const texts = values.map((value, index) => this.#toText(value, parameterTypes[index]))
    const packets = [
      protocol.serialize.bind({ statement: name, values: texts }),
      protocol.serialize.execute({}),
      protocol.serialize.sync(),
    ]
    const response = await this.#lite.execProtocol(Buffer.concat(packets))
    const result: EmbeddedResult = { rows: [], affectedRows: 0 }
    for (const message of response.messages) {
      if (message instanceof messages.DataRowMessage) result.rows.push(this.#toRow(message, fields))
      if (message instanceof messages.CommandCompleteMessage)
        result.affectedRows = parseAffectedRows(message.text)
    }
    return result
  }

  #toText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const write = type === undefined ? undefined : this.#lite.serializers[type]
    return write === undefined ? String(value) : write(value)
  }

  #toRow({ fields: texts }: Pglite.messages.DataRowMessage, fields: PreparedStatement['fields']) {
    const row: Record<string, unknown> = {}
    for (const [index, { name, dataTypeID }] of fields.entries()) {
      row[name] = this.#pglite.types.parseType(texts[index] ?? null, dataTypeID, this.#lite.parsers)
    }
    return row
  }
}

/**
 * Returns the number of affected rows.
 * @param tag command tag, such as `UPDATE 3` or `INSERT 0 5`; `SELECT 2` affects none
 */
function parseAffectedRows(tag: string): number {
  return Number(/^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag)?.[1] ?? 0)
}

/**
 * Whether a statement failed with `cached plan must not change result type`. Its SQLSTATE (feature_not_supported) can
 * also mean a permanent error.
 */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '0A000'
}
