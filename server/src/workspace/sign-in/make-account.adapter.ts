import { APIError } from 'better-auth'
import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { findUserByEmail } from '../accounts/members.sql.ts'
import { createAuth } from './auth.adapter.ts'
import { passwordWords, refusePassword } from './password.rule.ts'

/**
 * Accounts made from the command line: who may run commands on the machine needs no invitation. The rows are
 * written in the caller's transaction.
 */
export function accountMaker(deps: Deps): MakeAccount {
  return async (queries, { name, email, password }) => {
    const refusal = refusePassword(password, email)
    if (refusal !== undefined)
      throw new StartError(`The account of ${email} was not made. ${passwordWords(refusal)}`)
    const auth = createAuth({ ...deps, database: { ...deps.database, kysely: queries } })
    try {
      await auth.api.signUpEmail({ body: { name, email, password } })
    } catch (error) {
      if (error instanceof APIError)
        throw new StartError(`The account of ${email} was not made: ${error.message}.`)
      throw error
    }
    const user = await findUserByEmail(queries, email)
    if (user === undefined) throw new Error('an account was made and is not there')
    return { id: user.id, email }
  }
}

/**
 * Makes an account that can sign in, by whoever owns accounts.
 * @throws {StartError} the e-mail or the password cannot be used
 */
export type MakeAccount = (
  queries: Queries,
  account: { name: string; email: string; password: string },
) => Promise<{ id: string; email: string }>
