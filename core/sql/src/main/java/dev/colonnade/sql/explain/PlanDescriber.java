package dev.colonnade.sql.explain;

import dev.colonnade.sql.explain.Description.Merging;
import dev.colonnade.sql.explain.format.ExplainNode.Relationship;
import dev.colonnade.sql.explain.format.ExplainProperty;
import dev.colonnade.sql.explain.text.CommonTables.CommonTable;
import dev.colonnade.sql.explain.text.DisplayColumn;
import dev.colonnade.sql.explain.text.PlanSubqueries;
import dev.colonnade.sql.explain.text.PredicateText;
import dev.colonnade.sql.explain.text.SetFunctions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.SubqueryPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Describer of plans: one method for each plan record. Those of plans with one input are here; the
 * others are in the describers of their families.
 */
final class PlanDescriber {
  private static final String ONE_TIME_FILTER = "One-Time Filter";

  private final ExplainContext context;
  private final ScanDescriber scans;
  private final JoinDescriber joins;
  private final AggregateDescriber aggregates;
  private final SetDescriber sets;

  PlanDescriber(ExplainContext context) {
    this.context = context;
    this.scans = new ScanDescriber(context);
    this.joins = new JoinDescriber(this, scans, context);
    this.aggregates = new AggregateDescriber(this, context);
    this.sets = new SetDescriber(this, scans, context);
  }

  /** Returns a query with its common table expressions. */
  Description query(PhysicalPlan plan) {
    List<CommonTable> tables = context.commonTables().of(plan);
    return withCommonTables(describe(plan), tables);
  }

  private Description withCommonTables(Description description, List<CommonTable> tables) {
    for (CommonTable table : tables) {
      Description content =
          table.plan() instanceof SetPlan.RecursiveUnion union
              ? sets.recursiveUnion(union)
              : describe(table.plan());
      description.child(Relationship.INIT_PLAN, "CTE " + table.name(), content);
    }
    return description;
  }

  /** Returns a change of a table by the rows of a plan. */
  Description change(TableChange change, PhysicalPlan source, Actual actual) {
    Description description = scans.change(change, source, actual);
    return description.child(Relationship.OUTER, query(source));
  }

  /** Returns the description of a plan. */
  Description describe(PhysicalPlan plan) {
    return describe(plan, false);
  }

  private Description describe(PhysicalPlan plan, boolean isLimited) {
    Description description = node(plan, isLimited);
    addSubqueries(description, plan);
    return description;
  }

  /** Adds the subqueries in the expressions of a plan to the node that shows the plan. */
  void addSubqueries(Description description, PhysicalPlan plan) {
    for (SubqueryPlan subquery : PlanSubqueries.of(plan)) {
      if (context.isFirst(subquery)) {
        boolean runsOnce = subquery.name().startsWith("InitPlan");
        description.child(
            runsOnce ? Relationship.INIT_PLAN : Relationship.SUB_PLAN,
            subquery.name(),
            query(subquery.plan()));
      }
    }
  }

  private Description node(PhysicalPlan plan, boolean isLimited) {
    return switch (plan) {
      case ScanPlan.TableScan scan -> limited(scan, isLimited);
      case ScanPlan.SystemScan scan -> scans.system(scan);
      case ScanPlan.NamedRowsScan scan -> scans.named(scan, "CTE Scan", scan.name());
      case ScanPlan.CteScan scan -> scans.named(scan, "CTE Scan", scan.name());
      case ScanPlan.WorkingTableScan scan -> scans.named(scan, "WorkTable Scan", scan.name());
      case ScanPlan.Values values -> scans.values(values);
      case RowPlan.Filter filter -> filter(filter);
      case RowPlan.Project project -> project(project, isLimited);
      case RowPlan.Sort sort -> sort(sort);
      case RowPlan.Limit limit -> limit(limit);
      case RowPlan.Unnest unnest -> unnest(unnest);
      case JoinPlan.HashJoin join -> joins.hash(join);
      case JoinPlan.NestedLoopJoin join -> joins.nestedLoop(join);
      case JoinPlan.MergeJoin join -> joins.merge(join);
      case JoinPlan.LookupJoin join -> joins.lookup(join);
      case JoinPlan.DependentJoin join -> joins.dependent(join);
      case AggregatePlan.HashAggregate aggregate -> aggregates.hash(aggregate);
      case AggregatePlan.SortedAggregate aggregate -> aggregates.sorted(aggregate);
      case WindowPlan window -> aggregates.window(window);
      case SetPlan.Append append -> sets.append(append);
      case SetPlan.SetOperation operation -> sets.operation(operation);
      case SetPlan.RecursiveUnion union -> sets.recursion(union);
      case ModifyPlan.TableChange change ->
          change(TableChange.of(change), change.source(), Actual.of(context.statistics(change)));
      case ModifyPlan.LockRows lock -> lockRows(lock);
      case ModifyPlan.WithChanges with -> withChanges(with);
    };
  }

  /** Returns a scan, below a node of its limit unless a plan above it has one. */
  private Description limited(ScanPlan.TableScan scan, boolean isLimited) {
    Description description = scans.table(scan);
    if (scan.rowLimit() == 0 || isLimited) {
      return description;
    }
    return new Description(context, "Limit", scan, DisplayColumn.asInputs(description.columns()))
        .asPart(scan.estimate(), description.actual())
        .child(Relationship.OUTER, description);
  }

  private Description filter(RowPlan.Filter filter) {
    if (PlanSubqueries.isConstant(filter.predicate())) {
      return oneTimeFilter(filter);
    }
    Description input = describe(filter.input());
    Description description = input.mergesFilters() ? input : scans.subquery(filter, input);
    boolean isQualified =
        description.isScan() ? context.qualifiesScans() : context.qualifiesConditions();
    description.merge(filter);
    description
        .filter()
        .add(
            PredicateText.conjuncts(
                filter.predicate(), DisplayColumn.texts(description.columns(), isQualified)),
            context.statistics(filter.input()),
            context.statistics(filter));
    return description;
  }

  /** Returns a filter that is the same for all rows, which is tested before the first one. */
  private Description oneTimeFilter(RowPlan.Filter filter) {
    Description input = describe(filter.input());
    List<DisplayColumn> columns = DisplayColumn.asInputs(input.columns());
    return new Description(context, "Result", filter, columns)
        .merging(Merging.PROJECTIONS_AND_FILTERS)
        .detail(ONE_TIME_FILTER, constantText(filter.predicate()))
        .child(Relationship.OUTER, input);
  }

  private static String constantText(Expression predicate) {
    return predicate instanceof Literal(_, Object value)
        ? Boolean.toString(Boolean.TRUE.equals(value))
        : predicate.sql(List.of());
  }

  private Description project(RowPlan.Project project, boolean isLimited) {
    Description input = describe(project.input(), isLimited);
    List<DisplayColumn> columns = projected(project, input.columns());
    if (input.mergesProjections()) {
      input.project(columns);
      input.merge(project);
      return input;
    }
    if (input.columns().containsAll(columns)) {
      input.select(columns);
      input.merge(project);
      return input;
    }
    return new Description(
            context, "Result", project, projected(project, DisplayColumn.asInputs(input.columns())))
        .merging(Merging.PROJECTIONS_AND_FILTERS)
        .child(Relationship.OUTER, input);
  }

  private static List<DisplayColumn> projected(
      RowPlan.Project project, List<DisplayColumn> columns) {
    return project.expressions().stream()
        .map(expression -> DisplayColumn.of(expression, columns))
        .toList();
  }

  private Description sort(RowPlan.Sort sort) {
    Description input = describe(sort.input());
    List<DisplayColumn> columns = DisplayColumn.asInputs(input.columns());
    boolean isIncremental = sort.presortedKeys() > 0;
    Description description =
        new Description(context, isIncremental ? "Incremental Sort" : "Sort", sort, columns);
    List<String> keys = sortKeys(sort.keys(), context.conditionTexts(columns));
    description.detail(new ExplainProperty.Items("Sort Key", keys));
    if (isIncremental) {
      List<String> presorted =
          sort.keys().subList(0, sort.presortedKeys()).stream()
              .map(key -> context.conditionTexts(columns).get(key.column()))
              .toList();
      description.detail(new ExplainProperty.Items("Presorted Key", presorted));
    }
    MemoryProperties.sort(description.statistics(), sort.limit() != null)
        .forEach(description::detail);
    return description.child(Relationship.OUTER, input);
  }

  /** Returns the texts of sort keys, with what differs from the default order. */
  static List<String> sortKeys(List<SortKey> keys, List<String> columns) {
    List<String> texts = new ArrayList<>();
    for (SortKey key : keys) {
      String direction = key.descending() ? " DESC" : "";
      String nulls =
          key.nullsFirst() == key.descending()
              ? ""
              : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST";
      texts.add(columns.get(key.column()) + direction + nulls);
    }
    return texts;
  }

  private Description lockRows(ModifyPlan.LockRows lock) {
    Description input = describe(lock.source());
    return new Description(context, "LockRows", lock, DisplayColumn.asInputs(input.columns()))
        .child(Relationship.OUTER, input);
  }

  private Description withChanges(ModifyPlan.WithChanges with) {
    Description description = query(with.body().plan());
    for (ModifyPlan.Item item : with.items()) {
      description.child(Relationship.INIT_PLAN, "CTE " + item.name(), describe(item.part().plan()));
    }
    return description;
  }

  private Description limit(RowPlan.Limit limit) {
    Description input = describe(limit.input(), true);
    return new Description(context, "Limit", limit, DisplayColumn.asInputs(input.columns()))
        .child(Relationship.OUTER, input);
  }

  private Description unnest(RowPlan.Unnest unnest) {
    if (SetFunctions.isScan(unnest)) {
      return scans.functions(unnest);
    }
    Description input = describe(unnest.input());
    List<DisplayColumn> inputs = DisplayColumn.asInputs(input.columns());
    List<DisplayColumn> functions = SetFunctions.calls(unnest, inputs);
    List<DisplayColumn> columns = new ArrayList<>(unnest.keepsInput() ? inputs : List.of());
    for (int function = 0; function < functions.size(); function++) {
      for (int field = 0; field < unnest.widths().get(function); field++) {
        columns.add(functions.get(function));
      }
    }
    if (unnest.withOrdinality()) {
      columns.add(new DisplayColumn("ordinality", "ordinality", DisplayColumn.Origin.NAME));
    }
    return new Description(context, "ProjectSet", unnest, columns).child(Relationship.OUTER, input);
  }
}
