import { APIError } from 'better-auth'
import type { Deps } from '../deps.ts'
import type { MakeAccount } from '../flows/init-workspace.ts'
import { StartError } from '../start-error.ts'
import { createAuth } from './auth.ts'

/**
 * Accounts made from the command line: who may run commands on the machine needs no invitation. The rows are
 * written in the caller's transaction.
 */
export function accountMaker(deps: Deps): MakeAccount {
  return async (queries, { name, email, password }) => {
    const auth = createAuth({
      ...deps,
      config: { ...deps.config, allowSignUp: true },
      database: { ...deps.database, kysely: queries },
    })
    try {
      const { user } = await auth.api.signUpEmail({ body: { name, email, password } })
      return { id: user.id, email: user.email }
    } catch (error) {
      if (error instanceof APIError)
        throw new StartError(`The account of ${email} was not made: ${error.message}.`)
      throw error
    }
  }
}
