package dev.colonnade.sql.optimize.rule;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.logical.copy.PlanCopier;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;

/**
 * Rule that computes several MIN and MAX of a whole table one by one, where each is of the first
 * column of a key: the first or last row of the key has it. The values are joined to one row.
 */
public final class ExtremeValues {
  /** Most functions: one scan has the values of many. */
  private static final int FUNCTIONS_MAX = 8;

  private ExtremeValues() {}

  /** Returns the plan with an aggregation for each function. */
  public static LogicalPlan apply(LogicalPlan plan, Variables variables) {
    LogicalPlan over = LogicalExpressions.rewriteInputs(plan, input -> apply(input, variables));
    return over instanceof Aggregate aggregate && isSplit(aggregate)
        ? split(aggregate, variables)
        : over;
  }

  private static boolean isSplit(Aggregate aggregate) {
    int count = aggregate.functions().size();
    if (!aggregate.keys().isEmpty()
        || aggregate.groupingSets().size() != 1
        || count < 2
        || count > FUNCTIONS_MAX
        || !(aggregate.input() instanceof TableScan scan)) {
      return false;
    }
    for (AggregateFunction function : aggregate.functions()) {
      boolean isExtreme = function.function().equals("min") || function.function().equals("max");
      if (!isExtreme
          || function.filter() != null
          || !(function.arguments().getFirst() instanceof Variable variable)
          || !isFirstOfKey(scan, variable)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isFirstOfKey(TableScan scan, Variable variable) {
    for (TableColumn column : scan.read()) {
      if (column.variable().equals(variable)) {
        return isFirstOfKey(scan.table(), column.column().id());
      }
    }
    return false;
  }

  private static boolean isFirstOfKey(Table table, int columnId) {
    if (isFirst(table.schema().primaryKey(), columnId)) {
      return true;
    }
    for (TableIndex index : table.indexes()) {
      boolean isWhole = index.descriptor().definition().predicate() == null;
      if (isWhole && index.descriptor().isReady() && isFirst(index.columns(), columnId)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFirst(List<KeyColumn> key, int columnId) {
    return !key.isEmpty() && key.getFirst().columnId() == columnId;
  }

  private static LogicalPlan split(Aggregate aggregate, Variables variables) {
    LogicalPlan all = null;
    for (AggregateFunction function : aggregate.functions()) {
      LogicalPlan one;
      if (all == null) {
        one = Aggregate.of(aggregate.input(), List.of(), List.of(function));
      } else {
        PlanCopier.Copy copy = PlanCopier.copy(aggregate.input(), variables);
        AggregateFunction ofCopy =
            new AggregateFunction(
                function.output(),
                function.function(),
                List.of(
                    LogicalExpressions.substitute(
                        function.arguments().getFirst(), copy.variables())),
                function.distinct(),
                null,
                List.of());
        one = Aggregate.of(copy.plan(), List.of(), List.of(ofCopy));
      }
      all = all == null ? one : LogicalJoin.of(LogicalJoin.Kind.INNER, all, one, List.of());
    }
    return all == null ? aggregate : all;
  }
}
