import { useIsMutating, useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '../api/client.ts'
import { t } from '../messages/shared-text.ts'

/** What a form does not say usably: what to type instead, for each field at fault; undefined for one that is right. */
export class Misread<Field extends string> {
  readonly wrong: { readonly [Name in Field]?: string | undefined }

  constructor(wrong: Readonly<Record<Field, string | undefined>>) {
    this.wrong = wrong
  }
}

/**
 * Reads a form when it is sent: what is wrong with it stands at its fields, what is right goes on. `refusal` is what the
 * service answered instead of saving it.
 */
export function useReading<Values, Field extends string>(
  readForm: (form: FormData) => Values | Misread<Field>,
  onRead: (values: Values, element: HTMLFormElement) => void,
  refusal?: unknown,
) {
  const [misread, setMisread] = useState<Misread<Field>>()
  const sent = useRef<HTMLFormElement>(undefined)
  useEffect(() => {
    if (misread !== undefined || (refusal !== undefined && refusal !== null)) leadToFault(sent.current)
  }, [misread, refusal])
  return {
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const element = event.currentTarget
      sent.current = element
      const reading = readForm(new FormData(element))
      const isMisread = reading instanceof Misread
      setMisread(isMisread ? reading : undefined)
      if (!isMisread) onRead(reading, element)
    },
    errorOf: (field: Field) => misread?.wrong[field],
  }
}

/** To the first field that says what is wrong with it: on a phone it may be far above the button that was pressed. */
function leadToFault(form: HTMLFormElement | undefined) {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] input')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** A form as its parts look at it. */
export interface Form<Field extends string = string> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isBusy: boolean
  /** What stands at a field: what was misread, or what the service refused about it. */
  errorOf: (field: Field) => string | undefined
  /** What the service refused, unless it stands at a field. */
  error: unknown
}

/**
 * A form that is saved by the service: it is read, checked, sent, and what is wrong stands where it belongs.
 * `fields` are those that show an error of their own, by the names that the API has for them.
 */
export function useForm<Values, Saved, const Field extends string = never>({
  fields = [],
  readForm,
  save,
  onSaved,
  hasOwnCredential = false,
  jobKey = NO_JOB,
}: {
  fields?: readonly Field[]
  readForm: (form: FormData) => Values | Misread<NoInfer<Field>>
  save: (values: Values) => Promise<Saved>
  onSaved?: (saved: Saved, values: Values, element: HTMLFormElement) => unknown
  /** It needs no session: it signs in, or carries a key. A password beside the session is none of that. */
  hasOwnCredential?: boolean
  /** Of what may take long on a page that can be left: who comes back finds it busy until it has ended. */
  jobKey?: readonly unknown[]
}): Form<Field> & { saved: Saved | undefined; sent: Values | undefined } {
  // A second press may come before the first one is drawn.
  const isSaving = useRef(false)
  const isJobUnderWay = useIsMutating({ mutationKey: jobKey }) > 0
  const saving = useMutation({
    mutationKey: jobKey,
    async mutationFn({ values }: { values: Values; element: HTMLFormElement }) {
      try {
        return await save(values)
      } finally {
        isSaving.current = false
      }
    },
    onSuccess: (saved, { values, element }) => onSaved?.(saved, values, element),
    meta: { hasOwnCredential },
  })
  const onRead = (values: Values, element: HTMLFormElement) => {
    if (isSaving.current) return
    isSaving.current = true
    saving.mutate({ values, element })
  }
  const reading = useReading<Values, Field>(readForm, onRead, saving.error)
  const refusal = saving.error instanceof ApiFailure ? saving.error : undefined
  const isAtField = fields.some((field) => field === refusal?.field)
  return {
    onSubmit: reading.onSubmit,
    isBusy: saving.isPending || (jobKey !== NO_JOB && isJobUnderWay),
    errorOf: (field) => reading.errorOf(field) ?? (refusal?.field === field ? refusal.atField : undefined),
    error: isAtField ? undefined : saving.error,
    saved: saving.data,
    sent: saving.variables?.values,
  }
}

const NO_JOB = [t('ui.noJob')] as const

/** What somebody typed, without the spaces around it. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
