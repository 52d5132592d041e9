import type { PartnerImport, PartnerImportOutcome } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const IMPORT_STATUSES: Record<PartnerImportOutcome, LabelView> = {
  added: { label: t('partners.importStatuses.added'), tone: 'good' },
  already_partner: { label: t('partners.importStatuses.alreadyPartner'), tone: 'neutral' },
  duplicate_in_file: { label: t('partners.importStatuses.duplicateInFile'), tone: 'warn' },
  invalid: { label: t('partners.importStatuses.invalid'), tone: 'bad' },
  code_taken: { label: t('partners.importStatuses.codeTaken'), tone: 'bad' },
  unknown_group: { label: t('partners.importStatuses.unknownGroup'), tone: 'bad' },
}

/** Why an imported partner isn't emailed. */
export const MAIL_SKIP_REASONS: Record<NonNullable<PartnerImport['notMailedReason']>, string> = {
  not_requested: t('partners.notMailedReason.notAsked'),
  no_mail_server: t('partners.notMailedReason.noMailServer'),
  sandbox: t('partners.notMailedReason.sandbox'),
  limit: t('partners.notMailedReason.limit'),
}

/** A sample file with all supported columns. */
export const EXAMPLE_FILE =
  'name,email,code,group\r\nNora Berg,nora@partners.example,nora,\r\nSam Lee,sam@partners.example,,\r\n'
