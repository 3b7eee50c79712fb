import { applyDecorators, Logger, UsePipes, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import {
  AppError,
  commandSubject,
  payloadProblems,
  type CommandPattern,
  type CommandPayload,
  type CommandReply,
} from '@capture/contracts';

/** Passes the payload of a command on as it came, if it fits its class. */
class CommandPipe implements PipeTransform {
  private readonly logger = new Logger('CommandHandler');

  constructor(private readonly pattern: CommandPattern) {}

  /** @throws AppError `internal`: the caller's code is at fault, not the person whose call it carries out. */
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    if (type !== 'body') return value;
    const problems = payloadProblems(this.pattern, value);
    if (problems.length === 0) return value;
    this.logger.error({ command: this.pattern, problems }, 'a payload does not fit its class');
    throw new AppError('internal', 'A part of the service sent a command that we cannot read.');
  }
}

/** Serves a command of `@capture/contracts` under its versioned subject. The payload is the `@Payload()` parameter. */
export function CommandHandler<P extends CommandPattern>(
  pattern: P,
): (
  target: object,
  key: string,
  descriptor: TypedPropertyDescriptor<(payload: CommandPayload<P>) => Promise<CommandReply<P>>>,
) => void {
  return applyDecorators(MessagePattern(commandSubject(pattern)), UsePipes(new CommandPipe(pattern)));
}
