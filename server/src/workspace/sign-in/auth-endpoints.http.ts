import Type, { type TObject, type TSchema } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import type { ErrorStatus } from '../../core/errors/error-schemas.http.ts'
import { DisplayName, PublicName } from '../../core/http/display-text.http.ts'
import { EmailAddress } from '../../core/http/email-address.http.ts'
import { nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { PASSWORD_CHARS } from './password.rule.ts'

/** An endpoint of the accounts library that the product uses. All others return 404. */
export interface AuthEndpoint {
  operationId: string
  summary: string
  description?: string
  /** The only fields passed to the library. Unknown fields and the query are dropped. */
  body: TObject
  /** Additional fields passed to the library. */
  fixed?: Record<string, unknown>
  response: TSchema
  errors: readonly ErrorStatus[]
  /**
   * The kind of attempt that is counted in advance, by IP address and account, to limit it. Correct secrets are
   * refunded.
   */
  attemptKind?: 'secrets' | 'sign-ups' | 'mails'
  needsSession?: true
  /** Only available if the installation sends mail. */
  needsMail?: true
}

const Password = Type.String({ minLength: 1, maxLength: PASSWORD_CHARS.most })
const NewPassword = Type.String({
  maxLength: limits.maxIdLength,
  description:
    `${PASSWORD_CHARS.least} to ${PASSWORD_CHARS.most} characters. Must not be the email address, part of it, or a common ` +
    'password.',
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
const SecondFactorRequired = namedObject('SecondFactorRequired', {
  twoFactorRedirect: Type.Literal(true),
  twoFactorMethods: Type.Array(Type.String()),
})
const StatusResponse = Type.Object({ status: Type.Boolean() })

export const AUTH_ENDPOINTS: Readonly<Record<string, AuthEndpoint>> = {
  'sign-up/email': {
    operationId: 'signUp',
    summary: 'Create an account',
    description:
      'Returns the same response whether or not the email address already has an account. Sign in afterwards. If sign-up is ' +
      'closed, an invitation secret for this email is required.',
    body: Type.Object({
      name: PublicName(limits.maxIdLength),
      email: EmailAddress,
      password: NewPassword,
      invitation: Type.Optional(Type.String({ maxLength: limits.maxIdLength })),
    }),
    response: Type.Object({ token: nullable(Type.String()), user: User }),
    errors: [400, 403],
    attemptKind: 'sign-ups',
  },
  'sign-in/email': {
    operationId: 'signIn',
    summary: 'Sign in',
    description:
      'Sets the session cookie and returns the token. For accounts with two-factor authentication, it only sets ' +
      'a cookie for `/api/auth/two-factor/verify-totp`.',
    body: Type.Object({ email: EmailAddress, password: Password }),
    response: Type.Union([SignedIn, SecondFactorRequired]),
    errors: [400, 401],
    attemptKind: 'secrets',
  },
  'sign-out': {
    operationId: 'signOut',
    summary: 'Sign out',
    body: Type.Object({}),
    response: Type.Object({ success: Type.Boolean() }),
    errors: [400, 403],
    needsSession: true,
  },
  'revoke-sessions': {
    operationId: 'endAllSessions',
    summary: 'Sign out everywhere',
    body: Type.Object({}),
    response: StatusResponse,
    errors: [401, 403],
    needsSession: true,
  },
  'change-password': {
    operationId: 'changePassword',
    summary: 'Change the password',
    description:
      'Ends all other sessions and invalidates reset links. This session continues with a new token.',
    body: Type.Object({ currentPassword: Password, newPassword: NewPassword }),
    fixed: { revokeOtherSessions: true },
    response: SignedIn,
    errors: [400, 401, 403],
    attemptKind: 'secrets',
    needsSession: true,
  },
  'request-password-reset': {
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset email',
    description:
      'Takes the same time and returns the same response whether or not the account exists. Sends at most one email ' +
      'per address every five minutes.',
    body: Type.Object({ email: EmailAddress }),
    response: StatusResponse,
    errors: [400],
    attemptKind: 'mails',
    needsMail: true,
  },
  'reset-password': {
    operationId: 'resetPassword',
    summary: 'Reset the password',
    description: 'Ends all of the account’s sessions. A reset link works once, within one hour.',
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: limits.maxIdLength }),
      newPassword: NewPassword,
    }),
    response: StatusResponse,
    errors: [400],
    attemptKind: 'secrets',
  },
  'two-factor/enable': {
    operationId: 'enableTwoFactor',
    summary: 'Set up two-factor authentication',
    description: 'Takes effect once the first code is verified with `/api/auth/two-factor/verify-totp`.',
    body: Type.Object({ password: Password }),
    response: Type.Object({ totpURI: Type.String(), backupCodes: Type.Array(Type.String()) }),
    errors: [400, 401, 403, 409],
    attemptKind: 'secrets',
    needsSession: true,
  },
  'two-factor/disable': {
    operationId: 'disableTwoFactor',
    summary: 'Turn off two-factor authentication',
    body: Type.Object({ password: Password }),
    response: StatusResponse,
    errors: [400, 401, 403],
    attemptKind: 'secrets',
    needsSession: true,
  },
  'two-factor/generate-backup-codes': {
    operationId: 'generateRecoveryCodes',
    summary: 'Generate new recovery codes',
    body: Type.Object({ password: Password }),
    response: Type.Object({ status: Type.Boolean(), backupCodes: Type.Array(Type.String()) }),
    errors: [400, 401, 403],
    attemptKind: 'secrets',
    needsSession: true,
  },
  'two-factor/verify-totp': {
    operationId: 'verifyTotp',
    summary: 'Verify a code from an authenticator app',
    description:
      'Completes a sign-in, using the cookie set by the sign-in. Within a session, the first code turns two-factor authentication on and ends all other sessions. The session continues with the token in `set-auth-token`.',
    body: Type.Object({ code: Code }),
    response: SignedIn,
    errors: [400, 401, 403],
    attemptKind: 'secrets',
  },
  'two-factor/verify-backup-code': {
    operationId: 'verifyRecoveryCode',
    summary: 'Sign in with a recovery code',
    description: 'Each code can be used once.',
    body: Type.Object({ code: Code }),
    response: SignedIn,
    errors: [400, 401, 403, 409],
    attemptKind: 'secrets',
  },
  'organization/create': {
    operationId: 'createWorkspace',
    summary: 'Create a workspace',
    body: Type.Object({
      name: PublicName(limits.maxIdLength),
      slug: DisplayName(limits.maxIdLength),
    }),
    response: Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }),
    errors: [400, 401, 403, 409],
    needsSession: true,
  },
}
