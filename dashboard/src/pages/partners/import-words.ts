import type { PartnerImport, PartnerImportOutcome } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const IMPORT_FATES: Record<PartnerImportOutcome, LabelView> = {
  added: { label: t('partners.importFates.added'), tone: 'good' },
  already_partner: { label: t('partners.importFates.alreadyPartner'), tone: 'neutral' },
  duplicate_in_file: { label: t('partners.importFates.duplicateInFile'), tone: 'warn' },
  invalid: { label: t('partners.importFates.invalid'), tone: 'bad' },
  code_taken: { label: t('partners.importFates.codeTaken'), tone: 'bad' },
  unknown_group: { label: t('partners.importFates.unknownGroup'), tone: 'bad' },
}

/** Why an imported partner isn't emailed. */
export const WHY_NOT_MAILED: Record<NonNullable<PartnerImport['whyNotMailed']>, string> = {
  not_asked: t('partners.whyNotMailed.notAsked'),
  no_mail_server: t('partners.whyNotMailed.noMailServer'),
  sandbox: t('partners.whyNotMailed.sandbox'),
  limit: t('partners.whyNotMailed.limit'),
}

/** A sample file with all supported columns. */
export const EXAMPLE_FILE =
  'name,email,code,group\r\nNora Berg,nora@partners.example,nora,\r\nSam Lee,sam@partners.example,,\r\n'
