import Type, { type TObject, type TSchema } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import type { ErrorStatus } from '../../core/errors/error-schemas.http.ts'
import { DisplayName, PublicName } from '../../core/http/display-text.http.ts'
import { EmailAddress } from '../../core/http/email-address.http.ts'
import { nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { PASSWORD_CHARS } from './password.rule.ts'

/** A call of the account library that the product uses. What is not here is 404, whatever the library brings. */
export interface AuthCall {
  operationId: string
  summary: string
  description?: string
  /** The only fields that reach the library; unknown ones are dropped, and there is no query. */
  body: TObject
  /** What the library is told beside them. */
  fixed?: Record<string, unknown>
  answer: TSchema
  errors: readonly ErrorStatus[]
  /** It is counted before it is tried: a secret against its address and its account, what is right being taken back. */
  counts?: 'secrets' | 'sign-ups' | 'mails'
  needsSession?: true
  /** It is there only where something sends mail. */
  needsMail?: true
}

const Password = Type.String({ minLength: 1, maxLength: PASSWORD_CHARS.most })
const NewPassword = Type.String({
  maxLength: limits.idChars,
  description:
    `${PASSWORD_CHARS.least} to ${PASSWORD_CHARS.most} characters; not the e-mail address or a part of it, and none ` +
    'of the commonest.',
})
const Code = Type.String({ minLength: 1, maxLength: 32 })

const User = Type.Object(
  { id: Type.String(), name: Type.String(), email: Type.String(), emailVerified: Type.Boolean() },
  { title: 'AuthenticatedUser' },
)
const SignedIn = namedObject('SignedIn', {
  token: Type.String({ description: 'The session token.' }),
  user: User,
})
const SecondFactorNeeded = namedObject('SecondFactorNeeded', {
  twoFactorRedirect: Type.Literal(true),
  twoFactorMethods: Type.Array(Type.String()),
})
const Done = Type.Object({ status: Type.Boolean() })

export const AUTH_CALLS: Readonly<Record<string, AuthCall>> = {
  'sign-up/email': {
    operationId: 'signUp',
    summary: 'Make an account',
    description:
      'Answers the same whether or not the address has an account already; sign in afterwards. Where sign-up is ' +
      'closed, it takes the secret of an invitation to this address.',
    body: Type.Object({
      name: PublicName(limits.idChars),
      email: EmailAddress,
      password: NewPassword,
      invitation: Type.Optional(Type.String({ maxLength: limits.idChars })),
    }),
    answer: Type.Object({ token: nullable(Type.String()), user: User }),
    errors: [400, 403],
    counts: 'sign-ups',
  },
  'sign-in/email': {
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'Sets the session cookie and answers with the token. An account with a second factor gets no session yet, but ' +
      'a cookie for `/api/auth/two-factor/verify-totp`.',
    body: Type.Object({ email: EmailAddress, password: Password }),
    answer: Type.Union([SignedIn, SecondFactorNeeded]),
    errors: [400, 401],
    counts: 'secrets',
  },
  'sign-out': {
    operationId: 'signOut',
    summary: 'End the session',
    body: Type.Object({}),
    answer: Type.Object({ success: Type.Boolean() }),
    errors: [400, 403],
    needsSession: true,
  },
  'revoke-sessions': {
    operationId: 'endAllSessions',
    summary: 'End every session of the account',
    body: Type.Object({}),
    answer: Done,
    errors: [401, 403],
    needsSession: true,
  },
  'change-password': {
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Ends all other sessions, and every reset link. This one goes on under a new token.',
    body: Type.Object({ currentPassword: Password, newPassword: NewPassword }),
    fixed: { revokeOtherSessions: true },
    answer: SignedIn,
    errors: [400, 401, 403],
    counts: 'secrets',
    needsSession: true,
  },
  'request-password-reset': {
    operationId: 'requestPasswordReset',
    summary: 'Have a link mailed that sets a new password',
    description:
      'Answers the same, and as soon, whether or not there is such an account. However often it is asked for, one link ' +
      'is mailed to an address each five minutes at the most.',
    body: Type.Object({ email: EmailAddress }),
    answer: Done,
    errors: [400],
    counts: 'mails',
    needsMail: true,
  },
  'reset-password': {
    operationId: 'resetPassword',
    summary: 'Set a new password with a reset link',
    description: 'Ends every session of the account. A link works once, and for an hour.',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: limits.idChars }),
      newPassword: NewPassword,
    }),
    answer: Done,
    errors: [400],
    counts: 'secrets',
  },
  'two-factor/enable': {
    operationId: 'enableTwoFactor',
    summary: 'Begin with a second factor',
    description: 'It holds from the first right code on, sent to `/api/auth/two-factor/verify-totp`.',
    body: Type.Object({ password: Password }),
    answer: Type.Object({ totpURI: Type.String(), backupCodes: Type.Array(Type.String()) }),
    errors: [400, 401, 403, 409],
    counts: 'secrets',
    needsSession: true,
  },
  'two-factor/disable': {
    operationId: 'disableTwoFactor',
    summary: 'Do without a second factor',
    body: Type.Object({ password: Password }),
    answer: Done,
    errors: [400, 401, 403],
    counts: 'secrets',
    needsSession: true,
  },
  'two-factor/generate-backup-codes': {
    operationId: 'generateRecoveryCodes',
    summary: 'Make new recovery codes; the old ones end',
    body: Type.Object({ password: Password }),
    answer: Type.Object({ status: Type.Boolean(), backupCodes: Type.Array(Type.String()) }),
    errors: [400, 401, 403],
    counts: 'secrets',
    needsSession: true,
  },
  'two-factor/verify-totp': {
    operationId: 'verifyTotp',
    summary: 'Sign in with the code of an authenticator app',
    description:
      'Takes the cookie that signing in has set. In a session it is the first code, which switches the second factor ' +
      'on and ends all other sessions; the session goes on under the token in `set-auth-token`.',
    body: Type.Object({ code: Code }),
    answer: SignedIn,
    errors: [400, 401, 403],
    counts: 'secrets',
  },
  'two-factor/verify-backup-code': {
    operationId: 'verifyRecoveryCode',
    summary: 'Sign in with a recovery code',
    description: 'Each of them works once.',
    body: Type.Object({ code: Code }),
    answer: SignedIn,
    errors: [400, 401, 403, 409],
    counts: 'secrets',
  },
  'organization/create': {
    operationId: 'createWorkspace',
    summary: 'Make a workspace that you own',
    body: Type.Object({
      name: PublicName(limits.idChars),
      slug: DisplayName(limits.idChars),
    }),
    answer: Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }),
    errors: [400, 401, 403, 409],
    needsSession: true,
  },
}
