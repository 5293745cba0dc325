package dev.colonnade.sql.analyze.query;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.query.from.KeyedTable;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Query whose rows have the keys of the tables that they are from.
 *
 * @param plan in the order of ORDER BY, without LIMIT and OFFSET; its columns are those of the
 *     result, then the keys of all tables
 * @param offset of BIGINT; null for none
 * @param count of BIGINT; null for none
 */
public record KeyedQuery(
    LogicalPlan plan,
    List<ResultColumn> columns,
    List<KeyedTable> tables,
    @Nullable Expression offset,
    @Nullable Expression count) {
  public KeyedQuery(
      LogicalPlan plan,
      List<ResultColumn> columns,
      List<KeyedTable> tables,
      @Nullable Expression offset,
      @Nullable Expression count) {
    this.plan = requireNonNull(plan, "plan is null");
    this.columns = List.copyOf(columns);
    this.tables = List.copyOf(tables);
    this.offset = offset;
    this.count = count;
  }
}
