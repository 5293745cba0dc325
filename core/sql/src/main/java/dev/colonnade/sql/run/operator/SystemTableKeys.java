package dev.colonnade.sql.run.operator;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.physical.ScanPlan.SystemScan;
import dev.colonnade.sql.system.SystemKey;
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
   * @param predicate the filter over the columns of the scan
   */
  static @Nullable SystemKey of(SystemScan scan, Expression predicate, Evaluation evaluation) {
    if (evaluation.hasParameterColumns()) {
      return null;
    }
    return switch (predicate) {
      case LogicExpression logic when logic.isAnd() -> ofOperands(scan, logic, evaluation);
      case Comparison comparison when comparison.operator() == ComparisonOperator.EQUAL -> {
        SystemKey found = key(scan, comparison.left(), comparison.right(), evaluation);
        yield found != null ? found : key(scan, comparison.right(), comparison.left(), evaluation);
      }
      case FunctionCall call when call.function().name().equals(REGEX_MATCH) ->
          ofName(scan, call, evaluation);
      default -> null;
    };
  }

  private static @Nullable SystemKey ofOperands(
      SystemScan scan, LogicExpression and, Evaluation evaluation) {
    for (Expression operand : and.operands()) {
      SystemKey found = of(scan, operand, evaluation);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable SystemKey ofName(
      SystemScan scan, FunctionCall match, Evaluation evaluation) {
    if (match.operands().size() != 2) {
      return null;
    }
    SystemKey pattern = key(scan, match.operands().getFirst(), match.operands().get(1), evaluation);
    if (pattern == null || !(pattern.value() instanceof String text)) {
      return null;
    }
    Matcher name = ONE_NAME.matcher(text);
    return name.matches() ? new SystemKey(pattern.column(), name.group(1)) : null;
  }

  private static @Nullable SystemKey key(
      SystemScan scan, Expression column, Expression value, Evaluation evaluation) {
    if (!(column instanceof ColumnReference reference)
        || scan.ordinals().get(reference.index()) >= scan.table().columns().size()) {
      return null;
    }
    int ordinal = scan.ordinals().get(reference.index());
    String name = scan.table().columns().get(ordinal).name();
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
