package dev.colonnade.sql.run.operator;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.system.SystemKey;
import dev.colonnade.sql.system.SystemTable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keys of scans of system tables: a conjunct of the filter above that compares a key column with a
 * value that is known before the scan, by {@code =} or by the regular expressions of one name that
 * psql sends.
 */
final class SystemTableKeys {
  private static final String REGEX_MATCH = "~";
  private static final Pattern ONE_NAME = Pattern.compile("\\^\\(?([A-Za-z0-9_]+)\\)?\\$");

  private SystemTableKeys() {}

  /**
   * Returns the key of the rows that a filter accepts; null if there is none.
   *
   * @param predicate the filter over the columns of the table
   */
  static @Nullable SystemKey of(SystemTable table, Expression predicate, Evaluation evaluation) {
    if (evaluation.hasParameterColumns()) {
      return null;
    }
    return switch (predicate) {
      case LogicExpression logic when logic.isAnd() -> ofOperands(table, logic, evaluation);
      case Comparison comparison when comparison.operator() == ComparisonOperator.EQUAL -> {
        SystemKey found = key(table, comparison.left(), comparison.right(), evaluation);
        yield found != null ? found : key(table, comparison.right(), comparison.left(), evaluation);
      }
      case FunctionCall call when call.function().name().equals(REGEX_MATCH) ->
          ofName(table, call, evaluation);
      default -> null;
    };
  }

  private static @Nullable SystemKey ofOperands(
      SystemTable table, LogicExpression and, Evaluation evaluation) {
    for (Expression operand : and.operands()) {
      SystemKey found = of(table, operand, evaluation);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable SystemKey ofName(
      SystemTable table, FunctionCall match, Evaluation evaluation) {
    if (match.operands().size() != 2) {
      return null;
    }
    SystemKey pattern =
        key(table, match.operands().getFirst(), match.operands().get(1), evaluation);
    if (pattern == null || !(pattern.value() instanceof String text)) {
      return null;
    }
    Matcher name = ONE_NAME.matcher(text);
    return name.matches() ? new SystemKey(pattern.column(), name.group(1)) : null;
  }

  private static @Nullable SystemKey key(
      SystemTable table, Expression column, Expression value, Evaluation evaluation) {
    if (!(column instanceof ColumnReference reference)
        || reference.index() >= table.columns().size()) {
      return null;
    }
    String name = table.columns().get(reference.index()).name();
    if (!SystemKey.isKey(name)) {
      return null;
    }
    Object known =
        isConstant(value)
            ? evaluation.constant(value)
            : value instanceof OuterReference ? evaluation.value(value) : null;
    return switch (known) {
      case Long number -> new SystemKey(name, number);
      case Integer number -> new SystemKey(name, number.longValue());
      case Short number -> new SystemKey(name, number.longValue());
      case String text -> new SystemKey(name, text);
      case null, default -> null;
    };
  }

  private static boolean isConstant(Expression expression) {
    return expression.isConstant()
        || (!expression.operands().isEmpty()
            && expression.isImmutable()
            && expression.subquery() == null
            && expression.operands().stream().allMatch(SystemTableKeys::isConstant));
  }
}
