import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { MAIL_KINDS, MAIL_STATES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { MailSending, mailSending } from '../../core/http/mail-sending.http.ts'
import {
  choice,
  dataSchema,
  listSchema,
  managementSchema,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { parseId, readChoice } from '../../core/http/query.http.ts'
import { readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { idempotencyHeaders, respondOnce } from '../../core/idempotency/idempotency.http.ts'
import { getActorId, withActor } from '../../workspace/accounts/management-key.http.ts'
import { requireWorkspacePermission } from '../../workspace/accounts/membership.http.ts'
import { Mail, showMail } from './mail-response.http.ts'
import { previewMails } from './mail-templates.rule.ts'
import { listMails } from './mails.sql.ts'
import { type ResentMail, resendMail } from './resend-mail.flow.ts'

const MailPreview = namedObject('MailPreview', {
  kind: choice(MAIL_KINDS, 'MailKind'),
  subject: Type.String(),
  html: Type.String({ description: 'Rendered with sample data. Show it in a sandboxed frame.' }),
  text: Type.String(),
})

const MailSettings = namedObject('MailSettings', {
  sending: MailSending,
  from: nullable(Type.String({ description: 'The sender address.' })),
  perRecipientHour: Type.Integer({
    description: 'How many emails one recipient can get in an hour. Additional emails are delayed.',
  }),
  keptDays: Type.Integer({ description: 'How long emails are kept in the log.' }),
  previews: Type.Array(MailPreview),
})

const WorkspaceParams = Type.Object({ workspaceId: Type.String() })
const MailParams = Type.Object({ ...WorkspaceParams.properties, mailId: Type.String() })
const listParameters = {
  ...pageParameters,
  state: Type.Optional(choice(MAIL_STATES, 'MailState')),
}

/**
 * Registers the routes for emails from a workspace and its programs. They require `member:manage`, because emails
 * contain member names.
 */
export function registerManageMails(app: App, deps: ServiceDeps): void {
  registerReadSettings(app, deps)
  registerList(app, deps)
  registerResend(app, deps)
}

function registerReadSettings(app: App, deps: ServiceDeps) {
  app.route({
    method: 'GET',
    url: '/api/workspaces/:workspaceId/mail-settings',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'readMailSettings',
      summary: 'Retrieve email settings and previews',
      params: WorkspaceParams,
      response: { 200: dataSchema(MailSettings), ...errorResponses([401, 403]) },
    },
    handler: async (request): Promise<{ data: Static<typeof MailSettings> }> => {
      await requireManager(deps, request, request.params.workspaceId)
      readInput(request)
      const { mail, mailsPerRecipientHour, mailRetentionDays, publicUrl } = deps.config
      return {
        data: {
          sending: mailSending(deps.config),
          from: mail?.from.address ?? null,
          perRecipientHour: mailsPerRecipientHour,
          keptDays: mailRetentionDays,
          previews: previewMails(mail?.from.name || new URL(publicUrl).hostname),
        },
      }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  app.route({
    method: 'GET',
    url: '/api/workspaces/:workspaceId/mails',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'listMails',
      summary: 'List emails',
      description:
        'Emails to members, partners, invitees and applicants, newest first. ' +
        'Account emails such as password resets are not included.',
      params: WorkspaceParams,
      querystring: Type.Object(listParameters),
      response: { 200: listSchema(Mail), ...errorResponses([400, 401, 403]) },
    },
    handler: async (request) => {
      const { workspaceId } = request.params
      await requireManager(deps, request, workspaceId)
      const { query } = readInput(request)
      const page = readPage(query)
      const state = readChoice(query, 'state', MAIL_STATES)
      const rows = await listMails(deps.database.kysely, workspaceId, { state, ...page })
      return toPage(rows, page, ['created_at', 'id'], showMail)
    },
  })
}

function registerResend(app: App, deps: ServiceDeps) {
  app.route({
    method: 'POST',
    url: '/api/workspaces/:workspaceId/mails/:mailId/resend',
    schema: {
      ...managementSchema('member:manage'),
      operationId: 'resendMail',
      summary: 'Resend an email that failed or was withdrawn',
      description:
        'Keeps the Message-ID and previous attempts. Emails with a sign-in or invitation link can’t be ' +
        'resent. Send a new invitation instead.',
      params: MailParams,
      headers: idempotencyHeaders,
      response: { 200: dataSchema(Mail), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { workspaceId } = request.params
      const requester = await requireManager(deps, request, workspaceId)
      readInput(request)
      const mailId = parseId(request.params.mailId)
      if (mailId === undefined) throw mailNotFoundError()
      const options = {
        request,
        reply,
        actorId: getActorId(requester),
        programId: undefined,
        status: 200,
      } as const
      return respondOnce(withActor(deps, request, requester), options, async (ctx) => {
        const resent = await resendMail(ctx, { workspaceId, mailId })
        if (resent.kind !== 'queued') throw rejectionError(resent.kind)
        return { data: showMail(resent.mail) }
      })
    },
  })
}

function requireManager(deps: ServiceDeps, request: FastifyRequest, workspaceId: string) {
  return requireWorkspacePermission(deps, request, workspaceId, 'member:manage')
}

function rejectionError(kind: Exclude<ResentMail['kind'], 'queued'>): ApiError {
  switch (kind) {
    case 'none':
      return mailNotFoundError()
    case 'not_failed':
      return new ApiError('conflict', 'This email was already sent or is still being sent.')
    case 'secret':
      return new ApiError(
        'conflict',
        'The link in this email is no longer stored. Send a new invitation instead.',
      )
    case 'erased':
      return new ApiError(
        'conflict',
        'The recipient has closed their account, so the email is no longer stored.',
      )
    case 'off':
      return new ApiError('conflict', 'Email is off. Set SMTP_URL and MAIL_FROM first.')
  }
}

function mailNotFoundError() {
  return new ApiError('not_found', 'The workspace has no email with this ID.')
}
