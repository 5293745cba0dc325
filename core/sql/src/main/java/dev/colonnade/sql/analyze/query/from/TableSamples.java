package dev.colonnade.sql.analyze.query.from;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.library.numeric.SampleFunctions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;

/** TABLESAMPLE: a predicate on the keys of the rows; both methods choose single rows. */
final class TableSamples {
  private static final List<String> METHODS = List.of("bernoulli", "system");

  private final ExpressionAnalyzer expressions;

  /**
   * Creates the analysis.
   *
   * @param expressions analysis of arguments
   */
  TableSamples(ExpressionAnalyzer expressions) {
    this.expressions = requireNonNull(expressions, "expressions is null");
  }

  /** Returns some rows of a table. */
  FromSource sampled(FromSource source, FromItem.Sample sample) {
    String method = sample.method().last();
    if (!METHODS.contains(method)) {
      throw ScopeErrors.at(
          ErrorCode.UNKNOWN_OBJECT,
          "tablesample method %s does not exist".formatted(sample.method().dotted()),
          sample.method().position());
    }
    if (sample.arguments().size() != 1) {
      throw ScopeErrors.at(
          ErrorCode.INVALID_SAMPLE_ARGUMENT,
          "tablesample method %s requires 1 argument, not %d"
              .formatted(method, sample.arguments().size()),
          sample.method().position());
    }
    Expression percent =
        expressions.operand("argument of TABLESAMPLE", sample.arguments().getFirst(), "float4");
    boolean isRepeatable = sample.repeatable() != null;
    Expression seed =
        sample.repeatable() == null
            ? new Literal(VectorType.of(TypeKind.DOUBLE), 0.0)
            : expressions.operand("argument of REPEATABLE", sample.repeatable(), "float8");
    Expression check = call("isSample", TypeKind.BOOLEAN, List.of(percent, seed));
    Expression used = isRepeatable ? seed : call("seed", TypeKind.DOUBLE, List.of());
    List<Expression> arguments = new ArrayList<>(List.of(percent, used));
    arguments.addAll(key(source));
    LogicalPlan plan =
        new LogicalOperator.Filter(
            source.plan(), List.of(check, call("isSampled", TypeKind.BOOLEAN, arguments)));
    return new FromSource(plan, source.relation(), source.namespace());
  }

  private Expression call(String method, TypeKind kind, List<Expression> arguments) {
    return expressions.call(
        ExpressionState.scalar(SampleFunctions.class, method, "tablesample", false),
        kind,
        arguments);
  }

  /** Returns the primary key of a table, or the first column of a table of the system. */
  private static List<Expression> key(FromSource source) {
    LogicalPlan plan = source.plan();
    while (plan instanceof LogicalOperator.Filter filter) {
      plan = filter.input();
    }
    if (!(plan instanceof LogicalSource.TableScan scan)) {
      NamedColumn first = source.relation().columns().getFirst();
      return List.of(first.value().expression());
    }
    List<Expression> key = new ArrayList<>();
    for (KeyColumn part : scan.table().schema().primaryKey()) {
      for (LogicalSource.TableColumn column : scan.read()) {
        if (column.column().id() == part.columnId()) {
          key.add(column.variable());
        }
      }
    }
    return key;
  }
}
