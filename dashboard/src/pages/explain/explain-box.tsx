import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { focusPage } from '../../ui/focus-page.ts'
import { FieldErrors, useParsedForm } from '../../ui/use-form.ts'
import { type ExplainSearch, SEARCH_KINDS, type SearchKind } from './search.ts'

const LABELS: Record<SearchKind, string> = {
  order: t('explain.labels.order'),
  sale: t('explain.labels.sale'),
  customer: t('explain.labels.customer'),
  click: t('explain.labels.click'),
  email: 'Email',
}

/** Searches by order, customer, click or email. The result has its own address, so it can be shared. */
export function ExplainBox({ search = {} }: { search?: ExplainSearch }) {
  const programId = useProgramId()
  const navigate = useNavigate()
  const form = useParsedForm(readExplainForm, (search) => {
    void navigate({
      to: '/programs/$programId/explain',
      params: { programId },
      search: search,
      // The focused form is removed or remounted.
    }).then(focusPage)
  })
  const fault = form.getError('q')
  const faultId = useId()
  return (
    <search aria-label={t('explain.orderLookup')} className="mb-3">
      {/* Remounts the form with the new search when the URL changes. */}
      <form
        key={`${search.q} ${search.by}`}
        onSubmit={form.onSubmit}
        className="flex flex-wrap items-center gap-2"
      >
        <Input
          name="q"
          aria-label={t('explain.orderIDCustomerKeyClick')}
          placeholder={t('explain.orderIDCustomerKeyClick')}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : faultId}
          defaultValue={search.q}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-[1_1_16rem] sm:max-w-md"
        />
        <Select
          name="by"
          aria-label={t('explain.searchBy')}
          defaultValue={search.by ?? ''}
          className="flex-none"
        >
          <option value="">{t('explain.anyType')}</option>
          {SEARCH_KINDS.map((by) => (
            <option key={by} value={by}>
              {LABELS[by]}
            </option>
          ))}
        </Select>
        <Button type="submit">
          <Search aria-hidden="true" className="size-4" />
          {t('explain.lookUp')}
        </Button>
        {fault !== undefined && (
          <p id={faultId} className="w-full text-bad">
            {fault}
          </p>
        )}
      </form>
    </search>
  )
}

/** Not trimmed, because an order ID may start with a space. */
function readExplainForm(typed: FormData): ExplainSearch | FieldErrors<'q'> {
  const q = String(typed.get('q') ?? '')
  if (q.trim() === '') {
    return new FieldErrors({ q: t('explain.enterOrderIDCustomerKey2') })
  }
  const by = SEARCH_KINDS.find((one) => one === typed.get('by'))
  return by === undefined ? { q } : { q, by }
}
