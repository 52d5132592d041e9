import { betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { getAdapter } from 'better-auth/db/adapter'
import { createAccessControl } from 'better-auth/plugins/access'
import { bearer } from 'better-auth/plugins/bearer'
import { organization } from 'better-auth/plugins/organization'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Deps } from '../../core/deps.ts'
import { trustedOrigins } from '../../core/http/trusted-origins.rule.ts'
import { accountLimits } from '../accounts/limits.ts'
import { hashSessionToken } from '../accounts/session-token.rule.ts'
import { withAtomicCredentials } from './atomic-credentials.adapter.ts'
import { withHashedSessions } from './hashed-sessions.adapter.ts'
import { signInLimits } from './limits.ts'
import { PASSWORD_CHARS } from './password.rule.ts'
import { RECOVERY_CODE_BYTES, recoveryCode } from './recovery-code.rule.ts'
import { hashVerification } from './reset-link.rule.ts'

const APP_NAME = 'Affiliate tracking'

/** Receives a password reset link's token. */
type ConsumeResetToken = (reset: { token: string }) => Promise<void>

/**
 * Sets up better-auth, which handles accounts, sessions, second factors and the creation of workspaces.
 * @param consumeResetToken required to create password reset links
 * @param sessionId ID of a session; passwords and second factors are only written while that session exists
 */
export function createAuth(deps: Deps, consumeResetToken?: ConsumeResetToken, sessionId?: string) {
  const { config, database } = deps
  const { kysely } = database
  return betterAuth({
    appName: APP_NAME,
    database: withHashedSessions(
      withAtomicCredentials({
        open: (options, db) => getAdapter({ ...options, database: { db, type: 'postgres' } }),
        kysely,
        sessionId,
      }),
      (token) => hashSessionToken(token, config.appSecret),
    ),
    secret: config.appSecret,
    baseURL: new URL(config.publicUrl).origin,
    basePath: '/api/auth',
    trustedOrigins: trustedOrigins(config),
    telemetry: { enabled: false },
    // The library's log lines contain email addresses, so `serve-auth.route.ts` logs what is needed instead.
    logger: { disabled: true },
    onAPIError: { throw: true },
    // The service has its own rate limiter (D46).
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'affiliate',
      // Raw IP addresses must not be stored (D25).
      ipAddress: { disableIpTracking: true },
      // Set explicitly because the library turns both off if NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    emailAndPassword: passwords(consumeResetToken),
    ...TABLES,
    session: { ...TABLES.session, expiresIn: signInLimits.sessionDays * 24 * 60 * 60 },
    verification: {
      ...TABLES.verification,
      storeIdentifier: { hash: async (identifier) => hashVerification(identifier) },
    },
    plugins: [
      bearer(),
      twoFactor({
        issuer: APP_NAME,
        schema: TWO_FACTOR_TABLES,
        backupCodeOptions: { customBackupCodesGenerate: () => recoveryCodes(deps) },
      }),
      workspacesPlugin(),
    ],
  })
}

/** Hashes with the library's scrypt, which takes about 100 ms. Tests replace it. */
export const passwordHashing = { hash: hashPassword, verify: verifyPassword }

type PasswordInput = Parameters<typeof verifyPassword>[0]

const RECOVERY_CODES = 10

function recoveryCodes({ ids }: Pick<Deps, 'ids'>): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => recoveryCode(ids.bytes(RECOVERY_CODE_BYTES)))
}

/** Weak passwords are rejected before calling the library (`password.rule.ts`). */
function passwords(consumeResetToken: ConsumeResetToken | undefined) {
  return {
    enabled: true,
    // Signing in on sign-up would reveal whether the email address already has an account.
    autoSignIn: false,
    minPasswordLength: PASSWORD_CHARS.least,
    maxPasswordLength: PASSWORD_CHARS.most,
    password: {
      hash: (password: string) => passwordHashing.hash(password),
      verify: (compared: PasswordInput) => passwordHashing.verify(compared),
    },
    revokeSessionsOnPasswordReset: true,
    resetPasswordTokenExpiresIn: signInLimits.passwordResetMinutes * 60,
    ...(consumeResetToken === undefined ? {} : { sendResetPassword: consumeResetToken }),
  }
}

/** Maps the library's tables and columns to our schema. */
const TABLES = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
}

const TWO_FACTOR_TABLES = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}

/** Only for creating workspaces; members and invitations have our own routes. */
function workspacesPlugin() {
  return organization({
    ac: accessControl,
    roles: workspaceRoles,
    membershipLimit: accountLimits.membersPerWorkspace,
    organizationLimit: accountLimits.workspacesPerUser,
    disableOrganizationDeletion: true,
    schema: WORKSPACE_TABLES,
  })
}

const WORKSPACE_TABLES = {
  session: { fields: { activeOrganizationId: 'active_workspace_id' } },
  organization: { modelName: 'workspaces', fields: { createdAt: 'created_at' } },
  member: {
    modelName: 'workspace_members',
    fields: { organizationId: 'workspace_id', userId: 'user_id', createdAt: 'created_at' },
    additionalFields: {
      status: { type: 'string', required: false, input: false, defaultValue: 'active' },
    },
  },
  invitation: {
    modelName: 'workspace_invitations',
    fields: {
      organizationId: 'workspace_id',
      inviterId: 'inviter_id',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
    },
  },
} as const

/** Permissions for better-auth's own checks. Our routes use `permissions.rule.ts`. */
const accessControl = createAccessControl({
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
})

const manager = accessControl.newRole({ organization: ['update'], invitation: ['create', 'cancel'] })
const roleWithoutAccess = accessControl.newRole({ organization: [], member: [], invitation: [] })
const workspaceRoles = {
  owner: manager,
  admin: manager,
  member: roleWithoutAccess,
  viewer: roleWithoutAccess,
}
