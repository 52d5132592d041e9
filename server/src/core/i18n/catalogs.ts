import explanationsEn from '../../../messages/explanations.en.json' with { type: 'json' }
import joinPageDe from '../../../messages/join-page.de.json' with { type: 'json' }
import joinPageEn from '../../../messages/join-page.en.json' with { type: 'json' }
import joinPageEs from '../../../messages/join-page.es.json' with { type: 'json' }
import joinPageFr from '../../../messages/join-page.fr.json' with { type: 'json' }
import joinPagePtBr from '../../../messages/join-page.pt-BR.json' with { type: 'json' }
import joinPageVi from '../../../messages/join-page.vi.json' with { type: 'json' }
import partnerMailsDe from '../../../messages/partner-mails.de.json' with { type: 'json' }
import partnerMailsEn from '../../../messages/partner-mails.en.json' with { type: 'json' }
import partnerMailsEs from '../../../messages/partner-mails.es.json' with { type: 'json' }
import partnerMailsFr from '../../../messages/partner-mails.fr.json' with { type: 'json' }
import partnerMailsPtBr from '../../../messages/partner-mails.pt-BR.json' with { type: 'json' }
import partnerMailsVi from '../../../messages/partner-mails.vi.json' with { type: 'json' }
import portalAnswersDe from '../../../messages/portal-answers.de.json' with { type: 'json' }
import portalAnswersEn from '../../../messages/portal-answers.en.json' with { type: 'json' }
import portalAnswersEs from '../../../messages/portal-answers.es.json' with { type: 'json' }
import portalAnswersFr from '../../../messages/portal-answers.fr.json' with { type: 'json' }
import portalAnswersPtBr from '../../../messages/portal-answers.pt-BR.json' with { type: 'json' }
import portalAnswersVi from '../../../messages/portal-answers.vi.json' with { type: 'json' }
import statementDe from '../../../messages/statement.de.json' with { type: 'json' }
import statementEn from '../../../messages/statement.en.json' with { type: 'json' }
import statementEs from '../../../messages/statement.es.json' with { type: 'json' }
import statementFr from '../../../messages/statement.fr.json' with { type: 'json' }
import statementPtBr from '../../../messages/statement.pt-BR.json' with { type: 'json' }
import statementVi from '../../../messages/statement.vi.json' with { type: 'json' }
import teamMailsEn from '../../../messages/team-mails.en.json' with { type: 'json' }
import type { Language } from '../enums.ts'

export type PartnerMessageKey =
  | keyof typeof partnerMailsEn
  | keyof typeof joinPageEn
  | keyof typeof statementEn
  | keyof typeof portalAnswersEn

export type TeamMessageKey = keyof typeof teamMailsEn | keyof typeof explanationsEn

type Catalog = Readonly<Record<string, string>>

/** One file per surface, so all its texts are in one place. */
export const CATALOGS: Readonly<Record<Language, readonly Catalog[]>> = {
  en: [partnerMailsEn, joinPageEn, statementEn, portalAnswersEn],
  de: [partnerMailsDe, joinPageDe, statementDe, portalAnswersDe],
  fr: [partnerMailsFr, joinPageFr, statementFr, portalAnswersFr],
  es: [partnerMailsEs, joinPageEs, statementEs, portalAnswersEs],
  'pt-BR': [partnerMailsPtBr, joinPagePtBr, statementPtBr, portalAnswersPtBr],
  vi: [partnerMailsVi, joinPageVi, statementVi, portalAnswersVi],
}

/** Texts for workspace members are in English only. */
export const TEAM_CATALOG: Readonly<Record<TeamMessageKey, string>> = { ...teamMailsEn, ...explanationsEn }
