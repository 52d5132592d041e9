import Type from 'typebox'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { dataSchema } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { enrollmentLimits } from './limits.ts'
import { listPartnerLinks } from './links.sql.ts'
import { Partner, partnerNotFoundError, showPartner } from './partner-response.http.ts'
import { normalizeTag } from './partner-tag.rule.ts'
import { listTags } from './partner-tags.sql.ts'
import { tagPartner } from './tag-partner.flow.ts'

const PartnerTag = namedObject('PartnerTag', {
  tag: Type.String(),
  partners: Type.Integer({ minimum: 1, description: 'The number of partners with this tag.' }),
})

const TagsBody = Type.Object({
  tags: Type.Array(Type.String(), {
    maxItems: enrollmentLimits.tagsPerPartner,
    description:
      `The complete list of tags, each with up to ${enrollmentLimits.maxTagLength} characters. They are converted to lower case, and surrounding ` +
      'spaces and duplicates are removed.',
  }),
})

/** Registers the routes for internal partner tags. Reading requires `tracking:list`, writing `partner:manage`. */
export function registerManageTags(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerSet(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partner-tags',
    operationId: 'listPartnerTags',
    summary: 'List partner tags',
    description: `Sorted by name. A program has at most ${enrollmentLimits.tagsPerProgram} tags. Unused tags are deleted.`,
    permission: 'tracking:list',
    response: dataSchema(Type.Array(PartnerTag)),
    handle: async ({ program }) => ({
      data: await listTags(deps.database.kysely, program.id, enrollmentLimits.tagsPerProgram),
    }),
  })
}

function registerSet(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PUT',
    url: '/api/programs/:programId/partners/:partnerId/tags',
    operationId: 'setPartnerTags',
    summary: 'Set a partner’s tags',
    description: 'Replaces all existing tags. Only visible to the team.',
    permission: 'partner:manage',
    ids: { partnerId: partnerNotFoundError },
    body: { schema: TagsBody, read: (sent) => normalizeTags(sent.tags) },
    response: dataSchema(Partner),
    errors: [409],
    handle: async ({ ctx, program, ids: { partnerId }, body: tags }) => {
      const outcome = await tagPartner(ctx, program.id, partnerId, tags)
      if (outcome === 'no_partner') throw partnerNotFoundError()
      if (outcome === 'too_many_tags') {
        const maxTags = enrollmentLimits.tagsPerProgram
        throw new ApiError('conflict', `A program can have at most ${maxTags} tags. Use an existing one.`, {
          field: 'tags',
          most: maxTags,
        })
      }
      const links = await listPartnerLinks(ctx.database.kysely, program.id, [partnerId])
      return { data: showPartner(outcome, links) }
    },
  })
}

function normalizeTags(texts: readonly string[]): string[] {
  const tags = texts.map((text) => {
    const tag = normalizeTag(text, enrollmentLimits.maxTagLength)
    if (tag !== undefined) return tag
    throw invalidFieldError(
      'tags',
      `A tag must have 1 to ${enrollmentLimits.maxTagLength} visible characters.`,
    )
  })
  return [...new Set(tags)]
}
