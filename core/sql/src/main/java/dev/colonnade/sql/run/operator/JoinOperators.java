package dev.colonnade.sql.run.operator;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.DependentJoinOperator;
import dev.colonnade.sql.execute.join.HashJoinOperator;
import dev.colonnade.sql.execute.join.LookupJoinOperator;
import dev.colonnade.sql.execute.join.MergeJoinOperator;
import dev.colonnade.sql.execute.join.NestedLoopJoinOperator;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.execute.scan.ColumnTypes;
import dev.colonnade.sql.execute.scan.TableLookup;
import dev.colonnade.sql.execute.scan.TableReads;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;

/** Operators of joins. */
final class JoinOperators {
  private final PlanOperators factory;
  private final QueryContext query;
  private final TableReads reads;
  private final RuntimeFilters filters;

  JoinOperators(
      PlanOperators factory, QueryContext query, TableReads reads, RuntimeFilters filters) {
    this.factory = factory;
    this.query = query;
    this.reads = reads;
    this.filters = filters;
  }

  Operator create(JoinPlan plan) {
    return switch (plan) {
      case JoinPlan.HashJoin join -> hash(join);
      case JoinPlan.NestedLoopJoin join ->
          new NestedLoopJoinOperator(
              query, JoinShape.of(join), factory.create(join.left()), factory.create(join.right()));
      case JoinPlan.MergeJoin join ->
          new MergeJoinOperator(
              query, JoinShape.of(join), factory.create(join.left()), factory.create(join.right()));
      case JoinPlan.LookupJoin join -> lookup(join);
      case JoinPlan.DependentJoin join ->
          new DependentJoinOperator(
              query,
              JoinShape.of(join),
              join.id(),
              factory.create(join.left()),
              () -> factory.create(join.right()));
    };
  }

  private Operator hash(JoinPlan.HashJoin join) {
    try (RuntimeFilters.Scope scope = filters.open(join)) {
      return new HashJoinOperator(
          query,
          JoinShape.of(join),
          join.buildsLeft(),
          factory.create(join.left()),
          factory.create(join.right()),
          scope.ofBuild());
    }
  }

  /** The table's columns are those that are returned, and behind them those that are compared. */
  private Operator lookup(JoinPlan.LookupJoin join) {
    ScanPlan.TableScan scan = join.scan();
    List<Column> stored = scan.table().schema().columns();
    List<Column> read = new ArrayList<>();
    if (!join.kind().isLeftOnly() || join.condition() != null) {
      scan.ordinals().forEach(ordinal -> read.add(stored.get(ordinal)));
    }
    List<JoinPlan.Key> keys = new ArrayList<>();
    for (int i = 0; i < join.tableKeys().size(); i++) {
      Column column = stored.get(join.tableKeys().get(i));
      if (!read.contains(column)) {
        read.add(column);
      }
      keys.add(new JoinPlan.Key(join.leftKeys().get(i), read.indexOf(column), false));
    }
    JoinShape shape =
        new JoinShape(
            join.kind(),
            join.left().types(),
            read.stream().map(ColumnTypes::of).toList(),
            keys,
            join.condition());
    return new LookupJoinOperator(
        query,
        shape,
        join.columns().size(),
        factory.create(join.left()),
        new TableLookup(query, reads, join, read));
  }
}
