package dev.colonnade.sql.analyze.change.with;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * Subqueries of one statement that lock the rows which they return, as statements that take work
 * from a queue have. Each runs once, before the statement reads its rows.
 */
public final class LockedSubqueries {
  private final List<LogicalChange.Item> items = new ArrayList<>();

  /** Returns the rows of a query with row locks as a part of the statement. */
  public AnalyzedQuery hoist(AnalyzedQuery locked, StatementAnalysis statement) {
    if (!(locked.plan() instanceof LogicalChange)) {
      return locked;
    }
    if (!LogicalExpressions.freeVariables(locked.plan()).isEmpty()) {
      throw ChangeErrors.unsupported(
          -1, "row locks in a subquery that reads rows of the query around it are not supported");
    }
    String name = "rows with locks " + (items.size() + 1);
    items.add(new LogicalChange.Item(name, locked.plan()));
    List<Variable> variables = new ArrayList<>();
    List<ResultColumn> columns = new ArrayList<>();
    for (ResultColumn column : locked.columns()) {
      Variable variable = statement.variables().copyOf(column.variable());
      variables.add(variable);
      columns.add(
          new ResultColumn(
              column.name(), variable, column.type(), column.fields(), column.origin()));
    }
    return new AnalyzedQuery(new LogicalSource.NamedRows(name, variables), columns);
  }

  /** Returns the plan of the statement with its subqueries in front. */
  public LogicalPlan before(LogicalPlan plan) {
    if (items.isEmpty()) {
      return plan;
    }
    List<LogicalChange.Item> all = new ArrayList<>(items);
    if (plan instanceof LogicalChange.WithChanges with) {
      all.addAll(with.items());
      return new LogicalChange.WithChanges(all, with.body());
    }
    return new LogicalChange.WithChanges(all, plan);
  }
}
