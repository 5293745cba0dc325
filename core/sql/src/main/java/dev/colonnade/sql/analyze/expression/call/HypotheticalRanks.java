package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.library.RankFunctions;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hypothetical-set aggregates: ranks of a row among those of a group, as counts of rows. */
final class HypotheticalRanks {
  private static final String COUNT = "count";

  private final ExpressionState state;
  private final Conversions conversions;
  private final SortKeys sortKeys;

  HypotheticalRanks(ExpressionState state, Conversions conversions, SortKeys sortKeys) {
    this.state = requireNonNull(state, "state is null");
    this.conversions = requireNonNull(conversions, "conversions is null");
    this.sortKeys = requireNonNull(sortKeys, "sortKeys is null");
  }

  /** Receiver of the counts of rows that a rank is computed from. */
  interface Counts {
    /**
     * Adds a count to the query.
     *
     * @param read all expressions of the call, which decide whose aggregate it is
     */
    Expression add(
        String accumulator,
        List<Expression> arguments,
        @Nullable Expression filter,
        List<Expression> read);
  }

  /** Returns the rank of a call whose arguments are the values of the row, then the keys. */
  Expression rank(
      ResolvedCall call, List<SortKey> keys, @Nullable Expression filter, Counts counts) {
    HypotheticalRow row = row(call, keys);
    List<Expression> read = new ArrayList<>(row.values());
    List<Expression> ordered = row.keys().stream().map(SortItem::expression).toList();
    read.addAll(ordered);
    if (filter != null) {
      read.add(filter);
    }
    Expression isBefore = row.filtered(filter, row.isBefore());
    String name = call.entry().name();
    return switch (name) {
      case "rank" -> behind(counts.add(COUNT, List.of(), isBefore, read));
      case "dense_rank" ->
          behind(counts.add(AggregateRegistry.DISTINCT_ROWS, ordered, isBefore, read));
      case "percent_rank" ->
          share(
              "percentRank",
              counts.add(COUNT, List.of(), isBefore, read),
              counts.add(COUNT, List.of(), filter, read));
      case "cume_dist" ->
          share(
              "cumulativeShare",
              counts.add(COUNT, List.of(), row.filtered(filter, row.isBeforeOrEqual()), read),
              counts.add(COUNT, List.of(), filter, read));
      default -> throw new IllegalArgumentException("no such rank: name=" + name);
    };
  }

  private HypotheticalRow row(ResolvedCall call, List<SortKey> keys) {
    int count = keys.size();
    List<Expression> values = new ArrayList<>();
    List<SortItem> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TypedExpression key = call.arguments().get(count + i);
      List<TypedExpression> pair = List.of(key, call.arguments().get(i));
      List<TypedExpression> converted =
          conversions.toCommon(pair, conversions.common("WITHIN GROUP", pair));
      items.add(sortKeys.sortItem(converted.getFirst(), keys.get(i)));
      values.add(sortKeys.sortItem(converted.getLast(), keys.get(i)).expression());
    }
    return new HypotheticalRow(state.builder(), values, items);
  }

  /** Throws PostgreSQL's error unless the row has as many values as the order has keys. */
  static void requirePairs(ResolvedCall call, int keyCount, int position) {
    int directCount = call.arguments().size() - keyCount;
    if (directCount != keyCount) {
      throw Positions.error(
          ErrorCode.UNKNOWN_FUNCTION,
          "function %s does not exist".formatted(call.shown()),
          ("To use the hypothetical-set aggregate %s, the number of hypothetical direct arguments"
                  + " (here %d) must match the number of ordering columns (here %d).")
              .formatted(call.entry().name(), directCount, keyCount),
          position);
    }
  }

  private Expression behind(Expression count) {
    return state.call(RankFunctions.class, "rankBehind", TypeKind.BIGINT, count);
  }

  private Expression share(String function, Expression part, Expression whole) {
    return state.call(RankFunctions.class, function, TypeKind.DOUBLE, part, whole);
  }
}
