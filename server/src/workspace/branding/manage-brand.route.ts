import Type, { type Static } from 'typebox'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { readEmail } from '../../core/http/email-address.http.ts'
import { dataSchema, nullable } from '../../core/http/management-route.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../programs/program-route.http.ts'
import { Brand, Color, ReplyTo, Slug, showBrand } from './brand-response.http.ts'
import { findBrand } from './brands.sql.ts'
import { brandingLimits } from './limits.ts'
import { detectLogoType } from './logo-image.rule.ts'
import { isSlug } from './slug.rule.ts'
import { changeLogo, updateBranding } from './update-branding.flow.ts'

const ChangeBody = Type.Object({
  slug: Type.Optional(nullable(Slug)),
  color: Type.Optional(Color),
  replyTo: Type.Optional(nullable(ReplyTo)),
})

const LogoBody = Type.Object({
  image: Type.String({
    maxLength: Math.ceil(brandingLimits.logoBytes / 3) * 4,
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    description: `A PNG, JPEG or WebP image of at most ${brandingLimits.logoBytes} bytes, in base64.`,
  }),
})

/** Registers the branding routes. Reading requires `tracking:read`, writing `program:update`. */
export function registerManageBrand(app: App, deps: ServiceDeps): void {
  registerRead(app, deps)
  registerChange(app, deps)
  registerRemoveLogo(app, deps)
  registerSetLogo(app, deps)
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/branding',
    operationId: 'readBranding',
    summary: 'Retrieve the branding',
    permission: 'tracking:read',
    response: dataSchema(Brand),
    handle: async ({ program }) => ({
      data: showBrand(await findBrand(deps.database.kysely, program.id)),
    }),
  })
}

function registerChange(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: '/api/programs/:programId/branding',
    operationId: 'updateBranding',
    summary: 'Update the branding',
    description:
      'Sets the slug, the color and the reply-to address of emails. Omitted fields stay unchanged; ' +
      '`null` removes a value. Without a slug the program has no join page.',
    permission: 'program:update',
    body: { schema: ChangeBody, read: toBrandChanges },
    response: dataSchema(Brand),
    errors: [409],
    handle: async ({ realCtx, program, body }) => {
      const brand = await updateBranding(realCtx, program.id, body)
      if (brand === 'slug_taken') {
        throw new ApiError('conflict', 'Another program has this slug. Choose another one.', {
          field: 'slug',
        })
      }
      return { data: showBrand(brand) }
    },
  })
}

function toBrandChanges({ slug, color, replyTo }: Static<typeof ChangeBody>) {
  if (typeof slug === 'string' && !isSlug(slug)) {
    throw invalidFieldError(
      'slug',
      'slug must be letters a to z, digits and single hyphens between them, and not a reserved name.',
    )
  }
  return {
    slug,
    color: color?.toLowerCase(),
    replyTo: replyTo === null ? null : replyTo && readEmail('replyTo', replyTo),
  }
}

function registerRemoveLogo(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/logo',
    operationId: 'removeLogo',
    summary: 'Delete the logo',
    permission: 'program:update',
    response: dataSchema(Brand),
    handle: async ({ realCtx, program }) => ({
      data: showBrand(await changeLogo(realCtx, program.id, undefined)),
    }),
  })
}

function registerSetLogo(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PUT',
    url: '/api/programs/:programId/logo',
    operationId: 'setLogo',
    summary: 'Set the logo',
    description: 'The type is detected from the content: PNG, JPEG or WebP. The logo has a public URL.',
    permission: 'program:update',
    body: { schema: LogoBody, read: readImage },
    response: dataSchema(Brand),
    handle: async ({ realCtx, program, body }) => ({
      data: showBrand(await changeLogo(realCtx, program.id, body)),
    }),
  })
}

function readImage({ image }: Static<typeof LogoBody>) {
  const bytes = Buffer.from(image, 'base64')
  const type = detectLogoType(bytes)
  if (type === undefined)
    throw invalidFieldError('image', 'image must be a PNG, JPEG or WebP image in base64.')
  return { bytes, type }
}
