import { useIsMutating, useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { t } from '../messages/shared-text.ts'

/** Validation errors by field, each with a hint on what to enter instead. */
export class FieldErrors<Field extends string> {
  readonly errors: { readonly [Name in Field]?: string | undefined }

  constructor(errors: Readonly<Record<Field, string | undefined>>) {
    this.errors = errors
  }
}

/** Parses a form on submit and shows errors at their fields. `failure` is the service's error response. */
export function useParsedForm<Values, Field extends string>(
  readForm: (form: FormData) => Values | FieldErrors<Field>,
  onParsed: (values: Values, element: HTMLFormElement) => void,
  failure?: unknown,
) {
  const [fieldErrors, setFieldErrors] = useState<FieldErrors<Field>>()
  const submittedForm = useRef<HTMLFormElement>(undefined)
  useEffect(() => {
    if (fieldErrors !== undefined || (failure !== undefined && failure !== null))
      focusFirstError(submittedForm.current)
  }, [fieldErrors, failure])
  return {
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const element = event.currentTarget
      submittedForm.current = element
      const result = readForm(new FormData(element))
      const isInvalid = result instanceof FieldErrors
      setFieldErrors(isInvalid ? result : undefined)
      if (!isInvalid) onParsed(result, element)
    },
    getError: (field: Field) => fieldErrors?.errors[field],
  }
}

/** Focuses the first invalid field, which may be far above the button on a phone. */
function focusFirstError(form: HTMLFormElement | undefined) {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** The form props its parts use. */
export interface Form<Field extends string = string> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isBusy: boolean
  /** The field's validation error, or the service's. */
  getError: (field: Field) => string | undefined
  /** The service's error, unless it is shown at a field. */
  error: unknown
}

/**
 * A form saved by the service: parses, validates, submits and shows errors. `fields` are those that show
 * their own errors, by their API names.
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
  readForm: (form: FormData) => Values | FieldErrors<NoInfer<Field>>
  save: (values: Values) => Promise<Saved>
  onSaved?: (saved: Saved, values: Values, element: HTMLFormElement) => unknown
  /**
   * Set for requests with their own credential, such as a sign-in or an API key. A password confirmed within
   * a session doesn't count.
   */
  hasOwnCredential?: boolean
  /**
   * Set for slow actions on a page that can be left: on return, the form is busy until the action has
   * finished.
   */
  jobKey?: readonly unknown[]
}): Form<Field> & { saved: Saved | undefined; sent: Values | undefined } {
  // The button can be pressed again before the first re-render.
  const isSaving = useRef(false)
  const isJobRunning = useIsMutating({ mutationKey: jobKey }) > 0
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
  const onParsed = (values: Values, element: HTMLFormElement) => {
    if (isSaving.current) return
    isSaving.current = true
    saving.mutate({ values, element })
  }
  const parsedForm = useParsedForm<Values, Field>(readForm, onParsed, saving.error)
  const failure = saving.error instanceof ApiError ? saving.error : undefined
  const isAtField = fields.some((field) => field === failure?.field)
  return {
    onSubmit: parsedForm.onSubmit,
    isBusy: saving.isPending || (jobKey !== NO_JOB && isJobRunning),
    getError: (field) =>
      parsedForm.getError(field) ?? (failure?.field === field ? failure.fieldMessage : undefined),
    error: isAtField ? undefined : saving.error,
    saved: saving.data,
    sent: saving.variables?.values,
  }
}

const NO_JOB = [t('ui.noJob')] as const

/** Returns a field's trimmed text. */
export function readText(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
