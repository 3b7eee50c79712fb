// What can be removed from a source file, one piece at a time, so that it still compiles but guards less.
import ts from 'typescript';

/** Early ends that have no `else`: `if (…) throw …;`, `if (…) return …;`, `if (…) continue;`. */
function isGuard(node) {
  if (!ts.isIfStatement(node) || node.elseStatement) return false;
  const then = node.thenStatement;
  const last = ts.isBlock(then) ? then.statements.at(-1) : then;
  return (
    last !== undefined &&
    (ts.isThrowStatement(last) || ts.isReturnStatement(last) || ts.isContinueStatement(last))
  );
}

/** Calls made for their effect alone: `await file.sync();`. */
function isEffect(node) {
  if (!ts.isExpressionStatement(node)) return false;
  const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return ts.isCallExpression(inner) && inner.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

const SPARED = /logger\.|\blog\(|metrics?\.|observe\(|\.unref\(|told\(/;

/** Conditions and locks of SQL: an `AND …` that ends with its line, `FOR UPDATE`, `FOR SHARE`, `SKIP LOCKED`. */
function sqlPieces(text, offset) {
  if (!/\b(SELECT|UPDATE|INSERT|DELETE)\b/.test(text)) return [];
  const pieces = [];
  for (const match of text.matchAll(
    /\sAND\s[^()\n]*?(?=\sAND\s|\sORDER\s|\sRETURNING\s|\sFOR\s|\sLIMIT\s|\n|\)|['`"]$)|\sFOR (?:UPDATE|SHARE)(?: OF \w+)?/g,
  )) {
    pieces.push({ start: offset + match.index, end: offset + match.index + match[0].length, with: '' });
  }
  return pieces;
}

/**
 * The mutants of a source text, in its order.
 * @returns {{ line: number, what: string, apply: () => string }[]}
 */
export function mutantsOf(fileName, text) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const pieces = [];
  const visit = (node) => {
    if ((isGuard(node) || isEffect(node)) && !SPARED.test(node.getText().split('\n')[0])) {
      pieces.push({ start: node.getStart(), end: node.getEnd(), with: ';' });
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
      pieces.push({ start: node.left.getEnd(), end: node.right.getEnd(), with: '' });
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      pieces.push(...sqlPieces(node.getText(), node.getStart()));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return pieces.map(({ start, end, with: replacement }) => ({
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    what: text.slice(start, end).replace(/\s+/g, ' ').trim(),
    apply: () => text.slice(0, start) + replacement + text.slice(end),
  }));
}
