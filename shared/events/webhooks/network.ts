import { resources } from '../../platform/deployment/resources.ts'
import {
  type Network,
  publicInternet,
  thisMachine,
} from '../../platform/outbound/outbound.ts'

/**
 * Returns the network that a webhook may reach: the public internet. On one machine with
 * POS_LOCAL_RECEIVERS an http URL leads to a program on this machine.
 */
export const networkFor = (url: string): Network =>
  resources.hasLocalReceivers() && url.startsWith('http:') ? thisMachine : publicInternet
