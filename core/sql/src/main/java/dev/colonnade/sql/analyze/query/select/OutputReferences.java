package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Reference;
import org.jspecify.annotations.Nullable;

/**
 * References of ORDER BY, GROUP BY and DISTINCT ON to columns of the list, by their name or their
 * number.
 */
final class OutputReferences {
  private final TargetList targets;
  private final Scope scope;

  OutputReferences(TargetList targets, Scope scope) {
    this.targets = targets;
    this.scope = scope;
  }

  /** Returns the column that an expression refers to; -1 if it is an expression of its own. */
  int find(Expression node, ClauseKind clause) {
    if (node instanceof Reference.Column column && column.names().size() == 1) {
      return named(column, clause);
    }
    if (node instanceof Constant constant && !(constant instanceof Constant.TypedConstant)) {
      return numbered(constant, clause);
    }
    return -1;
  }

  private int named(Reference.Column column, ClauseKind clause) {
    String name = column.names().getFirst();
    if (clause == ClauseKind.GROUP_BY && scope.findColumn(name, column.position()) != null) {
      return -1;
    }
    int found = -1;
    @Nullable TypedExpression first = null;
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      if (target.isHidden() || !target.name().equals(name)) {
        continue;
      }
      if (first != null && !first.expression().equals(target.value().expression())) {
        throw ScopeErrors.at(
            ErrorCode.AMBIGUOUS_COLUMN,
            "%s \"%s\" is ambiguous".formatted(clause.text(), name),
            column.position());
      }
      if (first == null) {
        first = target.value();
        found = i;
      }
    }
    return found;
  }

  private int numbered(Constant constant, ClauseKind clause) {
    if (!(constant instanceof Constant.IntegerConstant(int number, int position))) {
      throw ScopeErrors.at(
          ErrorCode.SYNTAX_ERROR, "non-integer constant in " + clause.text(), constant.position());
    }
    int count = targets.visible().size();
    if (number < 1 || number > count) {
      throw ScopeErrors.at(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "%s position %d is not in select list".formatted(clause.text(), number),
          position);
    }
    return number - 1;
  }
}
