package dev.colonnade.sql.plan.physical;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.execute.scan.ColumnTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.plan.scan.Access;
import dev.colonnade.sql.plan.scan.FilterTemplate;
import dev.colonnade.sql.plan.scan.PointScan;
import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.plan.scan.ScanSpec;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.schema.MaterializedCteTable;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/** Translator of plans without inputs. */
final class ScanTranslator {
  private final PhysicalPlanner planner;
  private final boolean qualifiesNames;
  private final Map<String, Integer> uses = new HashMap<>();

  ScanTranslator(PhysicalPlanner planner, RelNode plan) {
    this.planner = planner;
    this.qualifiesNames = scanCount(plan) > 1;
  }

  private static int scanCount(RelNode plan) {
    int count = plan instanceof TableScan || plan.getInputs().isEmpty() ? 1 : 0;
    for (RelNode input : plan.getInputs()) {
      count += scanCount(input);
    }
    return count;
  }

  /** Returns the name of a relation in the plan: with a number from its second occurrence on. */
  private String alias(String relation) {
    int before = uses.merge(relation, 1, Integer::sum) - 1;
    return before == 0 ? relation : relation + "_" + before;
  }

  private String columnName(String alias, String column) {
    return qualifiesNames ? alias + "." + column : column;
  }

  /**
   * Returns the scan of a stored table: a point read if it has a value for each column of a key.
   */
  ScanPlan.TableScan stored(PushedScan scan) {
    ScanPlan.TableScan planned = table(scan);
    PointScan point = PointScan.of(scan);
    if (point == null) {
      return planned;
    }
    List<Expression> keyValues = new ArrayList<>();
    for (RexNode value : point.keyValues()) {
      keyValues.add(planner.expression(value, List.of()));
    }
    return planned.at(new ScanPlan.PointKey(point.index(), keyValues));
  }

  ScanPlan.TableScan table(PushedScan scan) {
    ScanSpec spec = scan.spec();
    Table table = spec.table();
    List<Column> stored = table.schema().columns();
    String alias = alias(table.name());
    List<PlanColumn> columns = new ArrayList<>();
    for (int i = 0; i < spec.ordinals().size(); i++) {
      Column column = stored.get(spec.ordinals().get(i));
      RelDataType type = scan.getRowType().getFieldList().get(i).getType();
      columns.add(
          new PlanColumn(
              columnName(alias, column.name()),
              ColumnTypes.of(column.type(), CalciteTypes.kindOf(type))));
    }
    double rows = PhysicalPlanner.rows(scan);
    return new ScanPlan.TableScan(
        table,
        access(table, spec.access()),
        spec.ordinals(),
        predicates(new FilterTemplate(table.schema()), spec.conditions()),
        spec.rowLimit(),
        columns,
        new PlanEstimate(rows, 0, rows * Costs.ROW));
  }

  private TableAccess access(Table table, Access access) {
    TableAccess.Order order =
        switch (access.order()) {
          case ANY -> TableAccess.Order.ANY;
          case FORWARD -> TableAccess.Order.FORWARD;
          case BACKWARD -> TableAccess.Order.BACKWARD;
        };
    List<ScanPredicate> predicates =
        access.index() == null
            ? List.of()
            : predicates(FilterTemplate.ofEntries(table, access.index()), access.conditions());
    return new TableAccess(access.index(), access.lookup(), order, predicates);
  }

  private List<ScanPredicate> predicates(FilterTemplate template, List<RexNode> conditions) {
    return conditions.stream()
        .map(
            condition ->
                template.predicate(condition, value -> planner.expression(value, List.of())))
        .toList();
  }

  /** Returns the scan of a table whose rows are not stored. */
  PhysicalPlan rows(TableScan scan) {
    double rows = PhysicalPlanner.rows(scan);
    PlanEstimate estimate = new PlanEstimate(rows, 0, rows * Costs.ROW);
    SystemTable system = scan.getTable().unwrap(SystemTable.class);
    if (system != null) {
      List<PlanColumn> columns = columns(scan, alias(system.name()));
      Set<Integer> all = IntStream.range(0, columns.size()).boxed().collect(Collectors.toSet());
      return new ScanPlan.SystemScan(system, all, columns, estimate);
    }
    MaterializedCteTable named = scan.getTable().unwrap(MaterializedCteTable.class);
    if (named != null) {
      List<PlanColumn> columns = columns(scan, alias(named.name()));
      PhysicalPlan plan = named.plan();
      return plan == null
          ? new ScanPlan.NamedRowsScan(named.name(), columns, estimate)
          : new ScanPlan.CteScan(named.name(), plan, typed(columns, plan), estimate);
    }
    return planner.sets().workingTable(scan, estimate);
  }

  /** Returns columns in the representation that a plan gives them. */
  private static List<PlanColumn> typed(List<PlanColumn> columns, PhysicalPlan plan) {
    List<PlanColumn> typed = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      typed.add(new PlanColumn(columns.get(i).name(), plan.columns().get(i).type()));
    }
    return typed;
  }

  private List<PlanColumn> columns(TableScan scan, String alias) {
    return PhysicalPlanner.columns(scan).stream()
        .map(column -> new PlanColumn(columnName(alias, column.name()), column.type()))
        .toList();
  }

  /** Returns the scan with only the columns computed that expressions refer to. */
  static ScanPlan.SystemScan reading(ScanPlan.SystemScan scan, List<Expression> expressions) {
    Set<Integer> read = new HashSet<>();
    expressions.forEach(expression -> collect(expression, read));
    return new ScanPlan.SystemScan(scan.table(), read, scan.columns(), scan.estimate());
  }

  private static void collect(Expression expression, Set<Integer> into) {
    if (expression instanceof ColumnReference column) {
      into.add(column.index());
    }
    expression.operands().forEach(operand -> collect(operand, into));
  }

  PhysicalPlan values(Values values) {
    List<PlanColumn> columns = new ArrayList<>();
    List<List<Expression>> rows = new ArrayList<>();
    for (List<RexLiteral> tuple : values.getTuples()) {
      List<Expression> row = new ArrayList<>();
      for (RexLiteral literal : tuple) {
        row.add(planner.expression(literal, List.of()));
      }
      rows.add(row);
    }
    for (PlanColumn column : PhysicalPlanner.columns(values)) {
      int index = columns.size();
      columns.add(new PlanColumn(column.name(), typeOf(index, rows, column.type())));
    }
    List<List<Expression>> typed = rows.stream().map(row -> typed(row, columns)).toList();
    return new ScanPlan.Values(typed, columns, PlanEstimate.ofRows(rows.size()));
  }

  /** Returns the common representation of the values of a column. */
  private static VectorType typeOf(int index, List<List<Expression>> rows, VectorType type) {
    VectorType common = null;
    for (List<Expression> row : rows) {
      Expression value = row.get(index);
      boolean isNull = value instanceof Literal literal && literal.value() == null;
      if (!isNull && value.type().kind() != type.kind()) {
        return type;
      }
      if (!isNull && common != null && !common.equals(value.type())) {
        return type;
      }
      common = isNull ? common : value.type();
    }
    return common == null ? type : common;
  }

  private static List<Expression> typed(List<Expression> row, List<PlanColumn> columns) {
    List<Expression> typed = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      typed.add(RepresentationCast.of(row.get(i), columns.get(i).type()));
    }
    return typed;
  }
}
