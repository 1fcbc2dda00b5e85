import fc from 'fast-check'
import { seed } from './scale.ts'

fc.configureGlobal({ seed })
