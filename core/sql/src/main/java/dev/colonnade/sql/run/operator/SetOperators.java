package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.SharedRows;
import dev.colonnade.sql.execute.set.AppendOperator;
import dev.colonnade.sql.execute.set.CteOperator;
import dev.colonnade.sql.execute.set.RecursiveUnionOperator;
import dev.colonnade.sql.execute.set.SetOperationOperator;
import dev.colonnade.sql.execute.set.WorkingTable;
import dev.colonnade.sql.execute.set.WorkingTableOperator;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Operators of set operations, recursion and common table expressions. */
final class SetOperators implements AutoCloseable {
  private final PlanOperators factory;
  private final QueryContext query;
  private final Map<Integer, WorkingTable> workingTables = new HashMap<>();
  private final IdentityHashMap<PhysicalPlan, SharedRows> ctes = new IdentityHashMap<>();

  SetOperators(PlanOperators factory, QueryContext query) {
    this.factory = factory;
    this.query = query;
  }

  Operator create(SetPlan plan) {
    return switch (plan) {
      case SetPlan.Append append -> new AppendOperator(query, all(append.inputs()));
      case SetPlan.SetOperation set -> new SetOperationOperator(query, set, all(set.inputs()));
      case SetPlan.RecursiveUnion union -> recursive(union);
    };
  }

  private List<Operator> all(List<PhysicalPlan> plans) {
    return plans.stream().map(factory::create).toList();
  }

  private Operator recursive(SetPlan.RecursiveUnion union) {
    WorkingTable table = new WorkingTable();
    workingTables.put(union.id(), table);
    return new RecursiveUnionOperator(
        query,
        union.types(),
        union.all(),
        factory.create(union.seed()),
        new RecursiveUnionOperator.Recursion(table, () -> step(union, table)));
  }

  private Operator step(SetPlan.RecursiveUnion union, WorkingTable table) {
    workingTables.put(union.id(), table);
    return factory.create(union.step());
  }

  Operator workingTable(ScanPlan.WorkingTableScan scan) {
    return new WorkingTableOperator(
        query, requireNonNull(workingTables.get(scan.id()), "working table is missing"));
  }

  Operator cte(ScanPlan.CteScan scan) {
    SharedRows rows = ctes.get(scan.plan());
    if (rows == null) {
      rows =
          new SharedRows(
              factory.create(scan.plan()),
              scan.plan().types(),
              new SpillContext(
                  query.memory().newOperator(), query.spillSpace(), query.cancellation()));
      ctes.put(scan.plan(), rows);
    }
    return new CteOperator(query, rows);
  }

  /** Closes the common table expressions. */
  @Override
  public void close() {
    ctes.values().forEach(SharedRows::close);
    ctes.clear();
  }
}
