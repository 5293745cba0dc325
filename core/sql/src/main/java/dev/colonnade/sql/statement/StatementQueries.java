package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.PlannerContext;
import dev.colonnade.sql.plan.QueryPlanner;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Planner of the queries of one statement.
 *
 * @param sql text of the statement, for its errors
 * @param parameterTypes types of the first parameters, as far as the client has declared them
 * @param items items of WITH whose rows the statement provides
 */
record StatementQueries(
    String sql,
    StatementTransaction transaction,
    List<@Nullable SqlType> parameterTypes,
    List<MaterializedCteTable> items) {
  StatementQueries(
      String sql,
      StatementTransaction transaction,
      List<@Nullable SqlType> parameterTypes,
      List<MaterializedCteTable> items) {
    this.sql = requireNonNull(sql, "sql is null");
    this.transaction = requireNonNull(transaction, "transaction is null");
    this.parameterTypes = parameterTypes;
    this.items = List.copyOf(items);
  }

  /** Returns the same for a statement that may read other items of WITH. */
  StatementQueries withItems(List<MaterializedCteTable> others) {
    return new StatementQueries(sql, transaction, parameterTypes, others);
  }

  NameScope names() {
    return transaction.names();
  }

  PlannedQuery plan(SqlNode query) {
    return plan(query, UnaryOperator.identity());
  }

  /**
   * Variant of {@link #plan(SqlNode)}.
   *
   * @param above adds operators on top of those of the query
   */
  PlannedQuery plan(SqlNode query, UnaryOperator<RelRoot> above) {
    PlannerContext context =
        new PlannerContext(
            sql, names(), new TransactionTableStatistics(transaction.tables()), items);
    return new QueryPlanner().plan(ParameterTypes.given(query, parameterTypes), context, above);
  }
}
