import { APIError } from 'better-auth'
import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { findUserByEmail } from '../accounts/members.sql.ts'
import { createAuth } from './auth.adapter.ts'
import { passwordRejection, passwordRejectionText } from './password.rule.ts'

/**
 * Returns a function that creates accounts for the command line, without an invitation, in the caller's transaction.
 */
export function accountCreator(deps: Deps): CreateAccount {
  return async (queries, { name, email, password }) => {
    const rejection = passwordRejection(password, email)
    if (rejection !== undefined)
      throw new StartError(`The account ${email} was not created. ${passwordRejectionText(rejection)}`)
    const auth = createAuth({ ...deps, database: { ...deps.database, kysely: queries } })
    try {
      await auth.api.signUpEmail({ body: { name, email, password } })
    } catch (error) {
      if (error instanceof APIError)
        throw new StartError(`The account ${email} was not created: ${error.message.replace(/\.?$/, '.')}`)
      throw error
    }
    const user = await findUserByEmail(queries, email)
    if (user === undefined) throw new Error('the new account is missing')
    return { id: user.id, email }
  }
}

/**
 * Creates an account that can sign in. Implemented by the sign-in domain.
 * @throws {StartError} if the email or password is invalid
 */
export type CreateAccount = (
  queries: Queries,
  account: { name: string; email: string; password: string },
) => Promise<{ id: string; email: string }>
