import { Link2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { parseSiteAddress, useSiteAddress } from './site-address.ts'

/** Asks once for the page that partner links lead to; after that it is one quiet line with a way to change it. */
export function SiteAddressField() {
  const [address, save] = useSiteAddress(useProgramId())
  const [isEditing, setIsEditing] = useState(false)
  const [isWrong, setIsWrong] = useState(false)
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const parsed = parseSiteAddress(String(new FormData(event.currentTarget).get('address')))
    setIsWrong(parsed === undefined)
    if (parsed === undefined) return
    save(parsed)
    setIsEditing(false)
  }
  if (address !== undefined && !isEditing) {
    return (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-2.5 text-ink-3 sm:px-5">
        <Link2 aria-hidden="true" className="size-4" />
        <span>
          Links lead to <span className="wrap-anywhere text-ink">{address}</span>
        </span>
        <Button look="quiet" size="small" onClick={() => setIsEditing(true)}>
          Change
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2 border-b p-4 sm:px-5" noValidate>
      <div className="min-w-0 flex-1 basis-64">
        <label htmlFor={id} className="font-medium">
          Which page should partner links lead to?
        </label>
        <Input
          id={id}
          name="address"
          type="url"
          inputMode="url"
          autoComplete="url"
          defaultValue={address ?? ''}
          placeholder="https://your-shop.com"
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-hint`}
          className="mt-1.5"
        />
      </div>
      <Button type="submit">Use this page</Button>
      {address !== undefined && (
        <Button look="quiet" onClick={() => setIsEditing(false)}>
          Cancel
        </Button>
      )}
      <p
        id={`${id}-hint`}
        role={isWrong ? 'alert' : undefined}
        className={`basis-full text-[0.8125rem] ${isWrong ? 'text-bad' : 'text-ink-3'}`}
      >
        {isWrong
          ? 'This is not the address of a page: type it like https://your-shop.com.'
          : 'Only this browser remembers it. A link works on any page that carries the tracker: add ?aff= and its code.'}
      </p>
    </form>
  )
}
