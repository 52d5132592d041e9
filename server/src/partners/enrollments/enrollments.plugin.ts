import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerImportPartners } from './import-partners.route.ts'
import { registerListPartnerMails } from './list-partner-mails.route.ts'
import { registerManageGroups } from './manage-groups.route.ts'
import { registerManageLinks } from './manage-links.route.ts'
import { registerManageNotes } from './manage-notes.route.ts'
import { registerManagePartners } from './manage-partners.route.ts'
import { registerManageTags } from './manage-tags.route.ts'

export function registerEnrollments(app: App, service: ServiceDeps): void {
  registerManagePartners(app, service)
  registerImportPartners(app, service)
  registerManageGroups(app, service)
  registerManageTags(app, service)
  registerManageNotes(app, service)
  registerListPartnerMails(app, service)
  registerManageLinks(app, service)
}
