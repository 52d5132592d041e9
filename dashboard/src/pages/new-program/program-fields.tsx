import { formatTimeZone } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FieldErrors, readText } from '../../ui/use-form.ts'
import { parseSiteAddress } from '../partners/site-address.ts'

export const PROGRAM_FIELDS = ['name', 'siteUrl', 'timeZone'] as const
export type ProgramField = (typeof PROGRAM_FIELDS)[number]

export interface ProgramValues {
  name: string
  /** Undefined if left blank. */
  siteUrl: string | undefined
  timeZone: string
}

/** Fields for the name, site and time zone of a new or existing program. */
export function ProgramFields({
  name = '',
  siteUrl = null,
  timeZone,
  getError,
}: {
  name?: string
  siteUrl?: string | null
  timeZone: string
  getError: (field: ProgramField) => string | undefined
}) {
  const zones = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  const now = Date.now()
  return (
    <>
      <Field
        label={t('newProgram.name')}
        hint={t('newProgram.partnersSeeThisOnJoin')}
        error={getError('name')}
      >
        {(control) => (
          <Input
            {...control}
            name="name"
            required
            maxLength={255}
            defaultValue={name}
            placeholder={t('newProgram.acmePartners')}
          />
        )}
      </Field>
      <Field
        label={t('newProgram.site')}
        hint={t('newProgram.partnerLinksOpenIt')}
        error={getError('siteUrl')}
      >
        {(control) => (
          <Input
            {...control}
            name="siteUrl"
            inputMode="url"
            autoComplete="url"
            placeholder="https://your-shop.com"
            maxLength={2048}
            defaultValue={siteUrl ?? ''}
          />
        )}
      </Field>
      <Field
        label={t('newProgram.timeZone')}
        hint={t('newProgram.usedForDaysInReports')}
        error={getError('timeZone')}
      >
        {(control) => (
          <Combobox
            control={control}
            name="timeZone"
            choices={zones}
            defaultValue={timeZone}
            getLabel={(zone) => (zone === timeZone ? formatTimeZone(zone, now) : zone.replaceAll('_', ' '))}
          />
        )}
      </Field>
    </>
  )
}

export function readProgramValues(form: FormData): ProgramValues | FieldErrors<ProgramField> {
  const [name, typedSite, timeZone] = [
    readText(form, 'name'),
    readText(form, 'siteUrl'),
    readText(form, 'timeZone'),
  ]
  const siteUrl = typedSite === '' ? undefined : parseSiteAddress(typedSite)
  const isInvalidSite = typedSite !== '' && siteUrl === undefined
  if (name !== '' && timeZone !== '' && !isInvalidSite) return { name, siteUrl, timeZone }
  return new FieldErrors({
    name: name === '' ? t('settings.enterProgramName') : undefined,
    siteUrl: isInvalidSite ? t('partners.enterFullWebAddressSuch') : undefined,
    timeZone: timeZone === '' ? t('settings.chooseOptionFromList') : undefined,
  })
}
