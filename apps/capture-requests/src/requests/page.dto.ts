import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents an answer of `{data, nextCursor}` with items of `type`. */
export function ApiPage(type: Type): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(type),
    ApiOkResponse({
      schema: {
        type: 'object',
        required: ['data', 'nextCursor'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(type) } },
          nextCursor: {
            type: 'string',
            nullable: true,
            description: 'Id of the last item; null on the last page',
          },
        },
      },
    }),
  );
}
