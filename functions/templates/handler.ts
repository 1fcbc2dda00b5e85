import { Failure, required } from '../../shared/failure.ts'
import { builtInTemplates } from '../../shared/paper/layout/built-in.ts'
import type { Template } from '../../shared/paper/layout/template.ts'
import { preview } from '../../shared/paper/printing/preview.ts'
import * as templates from '../../shared/paper/printing/templates.ts'
import { holds } from '../../shared/people/staff/permissions.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { FileContent } from '../../shared/platform/http/reply.ts'
import { findConfig } from '../../shared/selling/shop-config/config.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await templates.allTemplates(page)).map(onWire),

  builtIn: async () => [
    ...builtInTemplates((await findConfig())?.receiptLanguage ?? 'en'),
  ],

  preview: async ({ body, caller }) => {
    if (body.orderId !== undefined && !holds(caller.permissions, 'orders_read')) {
      throw new Failure('permissionRequired')
    }
    return new FileContent(await preview(body), 'image/png', { cacheControl: 'no-store' })
  },

  one: async ({ params }) => onWire(required(await templates.findTemplate(params.id))),

  create: ({ body }) => templates.createTemplate(body),

  update: ({ params, body }) => templates.changeTemplate(params.id, body),

  remove: ({ params }) => templates.deleteTemplate(params.id),
})

const onWire = ({ id, name, elements }: templates.TemplateRecord): Template => ({
  id,
  name,
  elements: elements.map((element, order) => ({ ...element, templateId: id, order })),
})
