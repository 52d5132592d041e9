import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { joinPageQuery } from '../../api/application-queries.ts'
import { ApiError, api, read } from '../../api/client.ts'
import type { JoinPage } from '../../api/types.ts'
import { enumOptions } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/check.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PreviewFrame } from '../../ui/preview-frame.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { JOIN_MODES } from './join-labels.ts'
import { type DraftQuestion, JoinQuestions } from './join-questions.tsx'

interface Draft {
  mode: JoinPage['mode']
  content: string
  terms: string
  questions: DraftQuestion[]
}

interface JoinCardProps {
  page: JoinPage
  /** The program's slug: null if unset, undefined while loading. */
  slug: string | null | undefined
  canUpdate: boolean
}

/** The join page's access, texts and questions, next to a live preview. */
export function JoinCard({ page, slug, canUpdate }: JoinCardProps) {
  const [draft, setDraft] = useState<Draft>(() => ({
    mode: page.mode,
    content: page.content,
    terms: page.terms ?? '',
    questions: page.questions.map((question) => ({ ...question, key: question.id })),
  }))
  const save = useUpdateJoinPage(slug)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(toBody(draft))
  }
  return (
    <>
      <Card>
        <CardHeader title={t('settings.joinPage')} description={t('settings.howPartnersJoinAndWhat')} />
        <CardBody className="flex flex-col gap-5">
          <Address page={page} slug={slug} canUpdate={canUpdate} />
          <form onSubmit={submit}>
            <fieldset disabled={!canUpdate} className="flex min-w-0 flex-col gap-5">
              <legend className="sr-only">{t('settings.joinPage')}</legend>
              <RadioCards
                legend={t('settings.whoCanJoin')}
                name="mode"
                defaultValue={draft.mode}
                choices={enumOptions(JOIN_MODES)}
                onChoose={(mode) => change({ mode })}
              />
              <Texts draft={draft} version={page.termsVersion} onChange={change} />
              <JoinQuestions questions={draft.questions} onChange={(questions) => change({ questions })} />
              <FormError error={save.error} />
              {canUpdate && (
                <Button type="submit" look="primary" className="self-start" isBusy={save.isPending}>
                  {t('settings.saveJoinPage')}
                </Button>
              )}
            </fieldset>
          </form>
        </CardBody>
      </Card>
      {canUpdate && <Preview draft={draft} />}
    </>
  )
}

/** The join page's URL, or why there is none. */
function Address({ page, slug, canUpdate }: JoinCardProps) {
  if (slug === undefined) return null
  if (slug === null) {
    return (
      <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
        {t('settings.theJoinPageIsntLive')}{' '}
        {canUpdate && (
          <button type="button" className="underline underline-offset-4" onClick={focusSlugField}>
            {t('settings.setItsURLUnderBranding')}
          </button>
        )}
      </p>
    )
  }
  const url = `${location.origin}/join/${slug}`
  if (page.updatedAt === null) {
    return (
      <p className="wrap-anywhere rounded-lg bg-warn-soft px-3 py-2 text-warn">
        {t('settings.untilYouSaveJoinPage', { url })}
      </p>
    )
  }
  return (
    <Copyable text={url} what={t('settings.joinPageURL2')}>
      <a
        href={`/join/${slug}`}
        target="_blank"
        rel="noopener"
        className="wrap-anywhere min-w-0 flex-1 px-3.5 py-2.5 text-accent-text underline underline-offset-4"
      >
        {url}
      </a>
    </Copyable>
  )
}

/** Focuses the slug field in the card above. */
function focusSlugField() {
  document.querySelector<HTMLElement>('input[name="slug"]')?.focus()
}

function Texts({
  draft,
  version,
  onChange,
}: {
  draft: Draft
  version: number | null
  onChange: (changes: Partial<Draft>) => void
}) {
  const inForce =
    version === null ? t('settings.noTermsYet') : t('settings.versionVersionIsActive', { version })
  return (
    <>
      <Field label={t('settings.introductionOptional')} hint={t('settings.markdownShownAboveFormDescribe')}>
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            maxLength={20_000}
            value={draft.content}
            onChange={({ target }) => onChange({ content: target.value })}
          />
        )}
      </Field>
      <Field
        label={t('settings.termsOptional')}
        hint={t('settings.markdownApplicantsMustAcceptThese', { inForce })}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            maxLength={20_000}
            value={draft.terms}
            onChange={({ target }) => onChange({ terms: target.value })}
          />
        )}
      </Field>
    </>
  )
}

function toBody({ mode, content, terms, questions }: Draft) {
  return {
    mode,
    content,
    terms: terms.trim() === '' ? null : terms,
    questions: questions.map(({ id, kind, text, required, choices }) => ({
      ...(id === undefined ? {} : { id }),
      kind,
      text,
      required,
      choices: kind === 'choice' ? choices.filter((choice) => choice.trim() !== '') : [],
    })),
  }
}

function useUpdateJoinPage(slug: string | null | undefined) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useMutation({
    mutationFn: async (body: ReturnType<typeof toBody>) =>
      (await read(api.PUT('/api/programs/{programId}/join-page', { params: { path: { programId } }, body })))
        .data,
    onSuccess(page) {
      showSuccess(slug === null ? t('settings.joinPageSavedMakeIt') : t('settings.joinPageSaved'))
      queryClient.setQueryData(joinPageQuery(programId).queryKey, page)
    },
  })
}

const PREVIEW_AFTER_MS = 400

/** The join page as rendered by the service, in a sandboxed frame. */
function Preview({ draft }: { draft: Draft }) {
  const programId = useProgramId()
  const [shown, setShown] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setShown(draft), PREVIEW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft])
  const isComplete = shown.questions.every(({ text }) => text.trim() !== '')
  const { data, error } = useQuery({ ...previewQuery(programId, toBody(shown)), enabled: isComplete })
  return (
    <Card>
      <CardHeader title={t('settings.preview')} description={t('settings.showsYourChangesBeforeYou')} />
      <CardBody>
        {!isComplete && <p className="mb-3 text-ink-3">{t('settings.enterTextForEachQuestion')}</p>}
        {isComplete && error instanceof ApiError && <p className="mb-3 text-ink-3">{error.message}</p>}
        {data !== undefined && (
          <PreviewFrame html={data} title={t('settings.joinPagePreview')} className="h-[40rem]" />
        )}
      </CardBody>
    </Card>
  )
}

const previewQuery = (programId: string, body: ReturnType<typeof toBody>) =>
  queryOptions({
    queryKey: ['join-preview', programId, body],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.POST('/api/programs/{programId}/join-page/preview', {
            params: { path: { programId } },
            body,
            signal,
          }),
        )
      ).data.html,
    placeholderData: keepPreviousData,
    // The service rejects a preview while it is still rendering earlier ones.
    retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 429,
  })
