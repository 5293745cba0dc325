package dev.colonnade.sql.optimize.unnest;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.type.TypeKind;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values of aggregate functions over no rows. An aggregation without keys returns one row over no
 * rows, which an outer row without a match has to see.
 */
final class EmptyGroups {
  private static final Set<String> ZERO = Set.of("count", "regr_count");

  private static final Set<String> NULL =
      Set.of(
          "any_value",
          "array_agg",
          AggregateRegistry.NESTED_ARRAYS,
          "avg",
          "bit_and",
          "bit_or",
          "bool_and",
          "bool_or",
          "corr",
          "covar_pop",
          "covar_samp",
          "every",
          "json_agg",
          AggregateRegistry.JSON_LINES,
          "jsonb_agg",
          "json_object_agg",
          "jsonb_object_agg",
          "max",
          "min",
          "mode",
          "percentile_cont",
          "percentile_disc",
          "range_agg",
          "range_intersect_agg",
          "regr_avgx",
          "regr_avgy",
          "regr_intercept",
          "regr_r2",
          "regr_slope",
          "regr_sxx",
          "regr_sxy",
          "regr_syy",
          "single_value",
          "some",
          "stddev",
          "stddev_pop",
          "stddev_samp",
          "string_agg",
          "sum",
          "var_pop",
          "var_samp",
          "variance");

  private EmptyGroups() {}

  /** Returns the value of a function over no rows; null if it is not known. */
  static @Nullable Expression value(AggregateFunction function) {
    if (NULL.contains(function.function())) {
      return new Literal(function.output().type(), null);
    }
    boolean isZero =
        ZERO.contains(function.function()) && function.output().type().kind() == TypeKind.BIGINT;
    return isZero ? new Literal(function.output().type(), 0L) : null;
  }

  /** Returns whether the value over no rows is NULL. */
  static boolean isNull(AggregateFunction function) {
    return NULL.contains(function.function());
  }
}
