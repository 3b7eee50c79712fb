import { Injectable } from '@nestjs/common';

/** The only source of the current time in rules that depend on it, so that tests can move it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
