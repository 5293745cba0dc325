package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.analyze.query.group.Grouping;
import dev.colonnade.sql.analyze.query.window.WindowSpecification;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.syntax.query.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Analyzed clauses of a SELECT. The analysis fills them in one after the other. */
final class SelectClauses {
  /** Rows of FROM. */
  LogicalPlan plan = LogicalSource.Rows.one();

  List<Expression> where = List.of();

  /** True if GROUP BY or HAVING makes groups of the rows. */
  boolean isGrouped;

  Grouping grouping = Grouping.ALL_ROWS;
  List<Expression> having = List.of();

  /** Windows of the calls of the query's level, in their order. */
  final List<WindowSpecification> windows = new ArrayList<>();

  boolean isDistinct;

  /** Columns of DISTINCT ON; empty without. */
  final List<Integer> distinctOn = new ArrayList<>();

  final List<OrderKey> order = new ArrayList<>();
  @Nullable Expression offset;
  @Nullable Expression count;
  boolean hasTies;

  /** Returns whether a column is a key of ORDER BY or DISTINCT ON. */
  boolean isOrderKey(int target) {
    return distinctOn.contains(target) || order.stream().anyMatch(key -> key.target() == target);
  }

  /**
   * Key of ORDER BY.
   *
   * @param target position of its column in the list of columns
   */
  record OrderKey(int target, SortKey node) {}
}
