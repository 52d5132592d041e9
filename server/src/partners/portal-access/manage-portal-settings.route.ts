import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { LANGUAGES } from '../../core/enums.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { enrollmentLimits } from '../enrollments/limits.ts'
import { readEmbedOrigin } from './embed-origin.rule.ts'
import { portalAccessLimits } from './limits.ts'
import { ownCouponCodesError, toOwnCouponCodes } from './own-coupon-codes.rule.ts'
import { findPortalSettings, type PortalSettings } from './portal-settings.sql.ts'
import { type PortalSettingsChange, updatePortalSettings } from './update-portal-settings.flow.ts'

const ownCouponCodes = {
  most: Type.Integer({
    minimum: 1,
    maximum: portalAccessLimits.ownCouponCodes,
    description:
      'The number of active codes, including those from your team, at which a partner can’t create more.',
  }),
  pattern: Type.String({
    maxLength: 65,
    description:
      'The format of every code, such as `ACME-*` or `*10`. `*` stands for the part that the partner chooses.',
  }),
  minChars: Type.Integer({
    minimum: 1,
    maximum: 64,
    description: 'The minimum length of a code, in characters.',
  }),
  maxChars: Type.Integer({
    minimum: 1,
    maximum: 64,
    description: 'The maximum length of a code, in characters.',
  }),
  customerDiscount: nullable(
    DisplayText(portalAccessLimits.maxCouponDiscountLength, {
      description: 'The discount a customer gets with these codes, as shown to the partner.',
    }),
  ),
}

const Settings = namedObject('PortalSettings', {
  embedOrigins: Type.Array(Type.String(), {
    description: 'Origins that may embed this program’s portal in a frame. If empty, no site may embed it.',
  }),
  ownLinks: nullable(
    Type.Integer({
      description: 'The maximum number of links per partner; null for the default.',
    }),
  ),
  ownLinksByDefault: Type.Integer(),
  ownCouponCodes: nullable(namedObject('OwnCouponCodes', ownCouponCodes)),
  language: choice(LANGUAGES, 'Language'),
})

const ChangeBody = Type.Object({
  embedOrigins: Type.Optional(
    Type.Array(Type.String({ maxLength: limits.maxIdLength }), {
      maxItems: portalAccessLimits.embedOrigins,
      description:
        'Each one is `https://host` or `https://host:port`, without wildcard, path or trailing slash.',
    }),
  ),
  ownLinks: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: enrollmentLimits.linksPerPartner,
        description: 'Null resets it to the default.',
      }),
    ),
  ),
  ownCouponCodes: Type.Optional(nullable(Type.Object(ownCouponCodes))),
  language: Type.Optional(choice(LANGUAGES, 'Language')),
})

const SETTINGS = '/api/programs/:programId/portal-settings'

export function registerManagePortalSettings(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: SETTINGS,
    operationId: 'readPortalSettings',
    summary: 'Retrieve the portal settings',
    permission: 'tracking:read',
    response: dataSchema(Settings),
    handle: async ({ program }) => ({
      data: show(await findPortalSettings(deps.database.kysely, program.id)),
    }),
  })
  programRoute(app, deps, {
    method: 'PATCH',
    url: SETTINGS,
    operationId: 'updatePortalSettings',
    summary: 'Update the portal settings',
    description:
      'Omitted fields don’t change. `ownCouponCodes` lets partners create coupon codes within the given rules. With null, the default, they can’t. `language` is the default for the portal, the join page and emails to partners. Open frames keep working until they are reloaded or expire after an hour.',
    permission: 'program:update',
    body: { schema: ChangeBody, read: toSettingsChange },
    response: dataSchema(Settings),
    handle: async ({ ctx, program, body }) => ({
      data: show(await updatePortalSettings(ctx, program.id, body)),
    }),
  })
}

function toSettingsChange({
  embedOrigins,
  ownLinks,
  language,
  ownCouponCodes,
}: Static<typeof ChangeBody>): PortalSettingsChange {
  const invalid = ownCouponCodes ? ownCouponCodesError(ownCouponCodes) : undefined
  if (invalid !== undefined) throw invalidFieldError(`ownCouponCodes.${invalid.field}`, invalid.message)
  return {
    ownCouponCodes,
    embedOrigins: embedOrigins === undefined ? undefined : readOrigins(embedOrigins),
    ownLinks,
    language,
  }
}

function readOrigins(origins: readonly string[]): string[] {
  for (const [at, text] of origins.entries()) {
    if (readEmbedOrigin(text) === undefined) {
      throw invalidFieldError(
        'embedOrigins',
        `${text} is not an https origin. Use lower case without wildcard, path or trailing slash, such as https://shop.example.`,
      )
    }
    if (origins.indexOf(text) < at)
      throw invalidFieldError('embedOrigins', `embedOrigins contains ${text} twice.`)
  }
  return [...origins]
}

function show({ embed_origins, own_links, language, ...codes }: PortalSettings): Static<typeof Settings> {
  return {
    ownCouponCodes: toOwnCouponCodes(codes) ?? null,
    embedOrigins: embed_origins,
    ownLinks: own_links,
    ownLinksByDefault: portalAccessLimits.partnersOwnLinks,
    language,
  }
}
