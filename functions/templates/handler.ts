import { Failure, required } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { FileContent } from '../../shared/http/reply.ts'
import { preview } from '../../shared/paper/desk/preview.ts'
import * as templates from '../../shared/paper/desk/templates.ts'
import { builtInTemplates } from '../../shared/paper/layout/built-in.ts'
import type { Template } from '../../shared/paper/layout/template.ts'
import { holds } from '../../shared/staff/permissions.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await templates.allTemplates(page)).map(onWire),

  builtIn: async () => [...builtInTemplates],

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
