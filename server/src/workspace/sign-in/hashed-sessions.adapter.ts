import type { BetterAuthOptions } from 'better-auth'
import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters'

/**
 * Wraps the accounts library's database adapter: session tokens are stored as hashes, and rows contain the token only
 * for requests that know it. Rows found in other ways keep the hash, which can't be used to sign in.
 */
export function withHashedSessions(
  open: (options: BetterAuthOptions) => Promise<DBAdapter>,
  hash: (token: string) => string,
): (options: BetterAuthOptions) => DBAdapter {
  return (options) => {
    let adapter: Promise<DBAdapter> | undefined
    const openAdapter = () => {
      adapter ??= open(options)
      return adapter
    }
    return {
      ...hashingAdapter(openAdapter, hash),
      transaction: async (callback) =>
        (await openAdapter()).transaction((transaction) =>
          callback(hashingAdapter(async () => transaction, hash)),
        ),
    }
  }
}

function hashingAdapter(
  inner: () => Promise<DBTransactionAdapter>,
  hash: (token: string) => string,
): DBTransactionAdapter {
  return {
    id: 'kysely',
    async create(call) {
      const tokens = new Tokens(call.model, hash)
      return tokens.restoreToken(await (await inner()).create({ ...call, data: tokens.hide(call.data) }))
    },
    async findOne(call) {
      const tokens = new Tokens(call.model, hash)
      return tokens.restoreToken(await (await inner()).findOne({ ...call, where: tokens.hideIn(call.where) }))
    },
    async findMany<Row>(call: Parameters<DBAdapter['findMany']>[0]) {
      const tokens = new Tokens(call.model, hash)
      const where = call.where === undefined ? undefined : tokens.hideIn(call.where)
      const rows = await (await inner()).findMany<Row>({ ...call, where })
      return rows.map((row) => tokens.restoreToken(row))
    },
    async count(call) {
      const tokens = new Tokens(call.model, hash)
      const where = call.where === undefined ? undefined : tokens.hideIn(call.where)
      return (await inner()).count({ ...call, where })
    },
    async update(call) {
      const tokens = new Tokens(call.model, hash)
      const where = tokens.hideIn(call.where)
      return tokens.restoreToken(
        await (await inner()).update({ ...call, where, update: tokens.hide(call.update) }),
      )
    },
    async updateMany(call) {
      const tokens = new Tokens(call.model, hash)
      const where = tokens.hideIn(call.where)
      return (await inner()).updateMany({ ...call, where, update: tokens.hide(call.update) })
    },
    async delete(call) {
      const tokens = new Tokens(call.model, hash)
      return (await inner()).delete({ ...call, where: tokens.hideIn(call.where) })
    },
    async deleteMany(call) {
      const tokens = new Tokens(call.model, hash)
      return (await inner()).deleteMany({ ...call, where: tokens.hideIn(call.where) })
    },
    async consumeOne(call) {
      const tokens = new Tokens(call.model, hash)
      return tokens.restoreToken(
        await (await inner()).consumeOne({ ...call, where: tokens.hideIn(call.where) }),
      )
    },
    async incrementOne(call) {
      const tokens = new Tokens(call.model, hash)
      return tokens.restoreToken(
        await (await inner()).incrementOne({ ...call, where: tokens.hideIn(call.where) }),
      )
    },
  }
}

/** The tokens known to one request, by their hashes. */
class Tokens {
  readonly #known = new Map<string, string>()
  readonly #isSession: boolean
  readonly #hash: (token: string) => string

  constructor(model: string, hash: (token: string) => string) {
    this.#isSession = model === 'session'
    this.#hash = hash
  }

  hide<Row extends Record<string, unknown>>(row: Row): Row {
    if (!this.#isSession || typeof row.token !== 'string') return row
    return { ...row, token: this.#hide(row.token) }
  }

  hideIn(where: Where[]): Where[] {
    if (!this.#isSession) return where
    return where.map((condition) => {
      if (condition.field !== 'token') return condition
      const { value } = condition
      if (typeof value === 'string') return { ...condition, value: this.#hide(value) }
      // safe because tokens are strings
      if (Array.isArray(value))
        return { ...condition, value: value.map((token) => this.#hide(String(token))) }
      return condition
    })
  }

  restoreToken<Row>(row: Row): Row {
    if (!this.#isSession || row === null || typeof row !== 'object' || !('token' in row)) return row
    const token = typeof row.token === 'string' ? this.#known.get(row.token) : undefined
    return token === undefined ? row : { ...row, token: token }
  }

  #hide(token: string): string {
    const hidden = this.#hash(token)
    this.#known.set(hidden, token)
    return hidden
  }
}
