import { get, group, permission, put } from '../../shared/platform/http/endpoint.ts'
import { bare } from '../../shared/platform/http/problem.ts'
import { json, messageReply } from '../../shared/platform/http/reply.ts'
import {
  BusinessInput,
  PublicBusiness,
  ShownBusiness,
} from '../../shared/selling/shop-config/business.ts'

/** The business of the deployment. */
export const endpoints = group('config', ['table', 'token-key'], {
  show: get('/config', {
    summary: 'Gets the business of the deployment',
    access: 'login-screen',
    keys: ['settings_read'],
    reply: json(ShownBusiness),
    alternatives: { public: json(PublicBusiness) },
    problems: { notFound: bare(404, 'Config not found') },
  }),
  change: put('/config', {
    summary: 'Changes the business of the deployment',
    access: permission('settings_update'),
    audit: ['config'],
    body: BusinessInput,
    reply: messageReply('Config updated successfully'),
    problems: { notFound: bare(404, 'Failed to update config') },
    failures: [
      'invalidBusinessType',
      'invalidCashRounding',
      'invalidTimezone',
      'invalidTipPercentages',
      'adminRequired',
    ],
  }),
})
