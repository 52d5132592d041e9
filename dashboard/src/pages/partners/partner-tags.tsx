import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { api, read } from '../../api/client.ts'
import { partnerTagsQuery } from '../../api/partner-queries.ts'
import type { Partner } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'

const MAX_CHARS = 40

/** The partner's tags. Roles that manage partners can change them. */
export function PartnerTags({ partner }: { partner: Partner }) {
  const canManage = usePermissionCheck()('partner:manage')
  const { tags } = partner
  return (
    <section aria-label={t('partners.tags')} className="flex flex-col gap-3">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">{t('partners.tags')}</h2>
      {tags.length === 0 ? (
        <p className="text-ink-3">{t('partners.noTagsYetPartnersCant')}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="flex min-w-0 items-center">
              {canManage ? <RemovableTag partner={partner} tag={tag} /> : <Badge>{tag}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {canManage && <AddTag partner={partner} />}
    </section>
  )
}

function RemovableTag({ partner, tag }: { partner: Partner; tag: string }) {
  const { showSuccess, showError } = useToasts()
  const { removeTag, addTag } = useTags(partner)
  const remove = useMutation({
    mutationFn: () => removeTag(tag),
    onSuccess: () =>
      showSuccess(t('partners.tagTagRemovedFromName', { name: partner.name, tag }), () => addTag(tag)),
    onError: showError,
  })
  return (
    <span className="inline-flex min-w-0 items-center rounded-md bg-fill text-ink-2 text-xs">
      <span className="wrap-anywhere py-0.5 pl-1.5 font-medium">{tag}</span>
      <button
        type="button"
        aria-label={t('partners.removeTagTag', { tag })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
        className="grid size-6 place-items-center rounded-md hover:text-ink"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  )
}

function AddTag({ partner }: { partner: Partner }) {
  const { data: known = [] } = useQuery(partnerTagsQuery(useProgramId()))
  const { addTag, removeTag } = useTags(partner)
  const { showSuccess } = useToasts()
  const listId = useId()
  const form = useForm({
    fields: ['tags'],
    readForm(typed) {
      const tag = readText(typed, 'tag')
      return tag === '' ? new FieldErrors({ tags: t('partners.enterTag') }) : tag
    },
    save: addTag,
    onSaved(added, _tag, element) {
      element.reset()
      // A tag that the partner already had isn't removed.
      const [tag] = added
      if (tag === undefined) return
      showSuccess(t('partners.tagTagAddedToName', { name: partner.name, tag }), () => removeTag(tag))
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-2">
      <Field label={t('partners.newTag')} error={form.getError('tags')}>
        {(control) => (
          <span className="flex gap-2">
            <Input {...control} name="tag" list={listId} maxLength={MAX_CHARS} autoComplete="off" />
            <Button type="submit" isBusy={form.isBusy}>
              {t('partners.addTag')}
            </Button>
          </span>
        )}
      </Field>
      <datalist id={listId}>
        {known
          .filter(({ tag }) => !partner.tags.includes(tag))
          .map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
      <FormError error={form.error} />
    </form>
  )
}

/** Adds or removes a tag. Starts from the partner's current tags, so that changes by others are kept. */
function useTags({ id }: Partner) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const params = { path: { programId, partnerId: String(id) } }
  const change = async (updateTags: (tags: readonly string[]) => string[]) => {
    const { data: before } = await read(api.GET('/api/programs/{programId}/partners/{partnerId}', { params }))
    const body = { tags: updateTags(before.tags) }
    const { data: after } = await read(
      api.PUT('/api/programs/{programId}/partners/{partnerId}/tags', { params, body }),
    )
    await queryClient.invalidateQueries({ queryKey: ['partners', programId] })
    return { before: before.tags, after: after.tags }
  }
  return {
    /** Returns the tag as stored, unless the partner already had it. */
    async addTag(tag: string): Promise<string[]> {
      const { before, after } = await change((tags) => [...tags, tag])
      return after.filter((one) => !before.includes(one))
    },
    removeTag: (tag: string) => change((tags) => tags.filter((one) => one !== tag)),
  }
}
