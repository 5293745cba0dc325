package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expression that is all that a query evaluates, and that depends on nothing but parameters: it
 * needs neither operators nor a transaction. Immutable.
 *
 * <p>The second path beside the operators is for procedural blocks, which evaluate the same
 * expressions in every round of a loop: a round takes a tenth of the time (2026).
 */
public final class ParameterExpression {
  private static final VectorBatch ONE_ROW = new VectorBatch(1);

  private final Expression expression;
  private final SqlType[] parameterTypes;

  /** Values of the last parameters. */
  private final List<Object> last;

  private ParameterExpression(Expression expression, SqlType[] parameterTypes, List<Object> last) {
    this.expression = expression;
    this.parameterTypes = parameterTypes;
    this.last = last;
  }

  /** Returns the only expression of a query; null if the query has or needs more than that. */
  static @Nullable ParameterExpression of(StatementPart part) {
    Expression only = onlyExpression(part.plan());
    return only == null
            || !dependsOnParameters(only, part.parameterTypes().size())
            || part.parameterTypes().stream().anyMatch(ParameterExpression::dependsOnSession)
        ? null
        : new ParameterExpression(only, part.parameterTypes().toArray(SqlType[]::new), List.of());
  }

  /** Returns whether the text of a value means different values in different sessions. */
  private static boolean dependsOnSession(SqlType type) {
    SqlType element = type.element();
    TypeKind kind = element == null ? type.kind() : element.kind();
    return switch (kind) {
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> true;
      default -> kind.isNamedReference();
    };
  }

  private static @Nullable Expression onlyExpression(PhysicalPlan plan) {
    return switch (plan) {
      case ScanPlan.Values values when values.rows().size() == 1 -> only(values.rows().getFirst());
      case RowPlan.Project project when isOneRow(project.input()) -> only(project.expressions());
      default -> null;
    };
  }

  private static @Nullable Expression only(List<Expression> expressions) {
    return expressions.size() == 1 ? expressions.getFirst() : null;
  }

  private static boolean isOneRow(PhysicalPlan plan) {
    return plan instanceof ScanPlan.Values values
        && values.rows().size() == 1
        && values.rows().getFirst().stream().allMatch(Expression::isSafe);
  }

  private static boolean dependsOnParameters(Expression expression, int count) {
    boolean isAllowed =
        switch (expression) {
          case ColumnReference _, OuterReference _ -> false;
          // Others than those of the statement are properties of the execution.
          case Parameter parameter -> parameter.index() >= 0 && parameter.index() < count;
          default ->
              expression.isImmutable() && !expression.isVolatile() && expression.subquery() == null;
        };
    return isAllowed
        && expression.operands().stream().allMatch(operand -> dependsOnParameters(operand, count));
  }

  /** Returns the expression with values of its last parameters. */
  public ParameterExpression with(List<Object> values) {
    return new ParameterExpression(expression, parameterTypes, List.copyOf(values));
  }

  /**
   * Returns the value in its internal representation.
   *
   * @param parameters Java values of clients, as many as the statement has parameters without
   *     values
   */
  public @Nullable Object value(@Nullable Object[] parameters, Cancellation cancellation) {
    requireNonNull(cancellation, "cancellation is null");
    int count = parameterTypes.length - last.size();
    if (parameters.length != count) {
      throw new IllegalArgumentException(
          "wrong number of parameters: expected=%d actual=%d".formatted(count, parameters.length));
    }
    Evaluation evaluation =
        Evaluation.ofOneRow(
            index ->
                ValueConverter.fromJava(
                    parameterTypes[index],
                    index < count ? parameters[index] : last.get(index - count)),
            StatementServices.NONE,
            cancellation);
    return expression.evaluate(ONE_ROW, evaluation).held(0, expression.type());
  }
}
