import type { PartnerImport, PartnerImportOutcome } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const IMPORT_FATES: Record<PartnerImportOutcome, LabelView> = {
  added: { label: 'Is added', tone: 'good' },
  already_partner: { label: 'Partner already', tone: 'neutral' },
  duplicate_in_file: { label: 'Twice in the file', tone: 'warn' },
  invalid: { label: 'Not valid', tone: 'bad' },
  code_taken: { label: 'Code taken', tone: 'bad' },
  unknown_group: { label: 'No such group', tone: 'bad' },
}

/** Why somebody who was added is not mailed. */
export const WHY_NOT_MAILED: Record<NonNullable<PartnerImport['whyNotMailed']>, string> = {
  not_asked: 'Nobody is mailed, as you chose.',
  no_mail_server: 'Nobody is mailed: this installation sends no mail.',
  sandbox: 'Nobody is mailed: a sandbox mails nobody.',
  limit: 'Your workspace has mailed as many partners today as it may. These got no mail:',
}

/** An example to begin with, in all columns that are read. */
export const EXAMPLE_FILE =
  'name,email,code,group\r\nNora Berg,nora@partners.example,nora,\r\nSam Lee,sam@partners.example,,\r\n'
