/** The body of routes that take none: any member in it is refused. */
export class NoBodyDto {}
