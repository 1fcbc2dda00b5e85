import { mainShop, serveOnly } from '../../shared/current-shop.ts'

/* Tests call functions of the domain as the one shop of their table, as a program does. */
serveOnly(mainShop)
