import pg from 'pg'

export interface ObservedStatement {
  client: pg.Client
  text: string
  values: unknown[]
  /** Runs queries on the same connection without observing them. */
  query(query: string | { text: string; values: unknown[] }): Promise<pg.QueryResult>
}

/** Calls `onStatement` before every statement that is sent to PostgreSQL while `work` runs. */
export async function observeStatements(
  work: () => Promise<unknown>,
  onStatement: (statement: ObservedStatement) => Promise<void> | void,
): Promise<void> {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = async function (this: pg.Client, ...parameters: never[]) {
    const [first, second] = parameters as unknown as [string | { text: string; values?: unknown[] }, unknown]
    const given = typeof first === 'string' ? { text: first, values: second } : first
    await onStatement({
      client: this,
      text: given.text,
      values: Array.isArray(given.values) ? given.values : [],
      query: (text) => Reflect.apply(query, this, [text]),
    })
    return Reflect.apply(query, this, parameters)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
}
