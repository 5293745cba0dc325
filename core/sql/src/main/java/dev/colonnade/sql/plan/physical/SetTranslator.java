package dev.colonnade.sql.plan.physical;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Spool;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/** Translator of set operations, recursion and lists as rows. */
final class SetTranslator {
  private final PhysicalPlanner planner;
  private final Map<List<String>, WorkingTable> workingTables = new HashMap<>();

  SetTranslator(PhysicalPlanner planner) {
    this.planner = planner;
  }

  /** Working table of a recursion, by the name under which the step reads it. */
  private record WorkingTable(int id, List<PlanColumn> columns) {}

  PhysicalPlan union(SetOp union) {
    List<PhysicalPlan> inputs = inputs(union);
    List<PlanColumn> columns = inputs.getFirst().columns();
    PlanEstimate estimate = sum(inputs);
    PhysicalPlan values = values(inputs, columns);
    if (values != null && union.all) {
      return values;
    }
    return union.all
        ? new SetPlan.Append(inputs, columns, estimate)
        : new SetPlan.SetOperation(
            SetPlan.Kind.UNION, false, inputs, columns, Costs.afterAll(estimate, rows(union)));
  }

  /** Returns one list of values for inputs that are rows of expressions without tables. */
  private static @Nullable PhysicalPlan values(
      List<PhysicalPlan> inputs, List<PlanColumn> columns) {
    List<List<Expression>> rows = new ArrayList<>();
    for (PhysicalPlan input : inputs) {
      if (!(input instanceof ScanPlan.Values values)) {
        return null;
      }
      rows.addAll(values.rows());
    }
    return new ScanPlan.Values(rows, columns, PlanEstimate.ofRows(rows.size()));
  }

  PhysicalPlan intersect(SetOp intersect) {
    return operation(SetPlan.Kind.INTERSECT, intersect);
  }

  PhysicalPlan except(SetOp minus) {
    return operation(SetPlan.Kind.EXCEPT, minus);
  }

  private PhysicalPlan operation(SetPlan.Kind kind, SetOp node) {
    List<PhysicalPlan> inputs = inputs(node);
    return new SetPlan.SetOperation(
        kind,
        node.all,
        inputs,
        inputs.getFirst().columns(),
        Costs.afterAll(sum(inputs), rows(node)));
  }

  private static double rows(RelNode node) {
    return PhysicalPlanner.rows(node);
  }

  private static PlanEstimate sum(List<PhysicalPlan> inputs) {
    double rows = 0;
    double cost = 0;
    for (PhysicalPlan input : inputs) {
      rows += input.estimate().rows();
      cost += input.estimate().totalCost();
    }
    return new PlanEstimate(rows, inputs.getFirst().estimate().startupCost(), cost);
  }

  /** Returns the inputs, their columns in the same representation. */
  private List<PhysicalPlan> inputs(SetOp node) {
    List<PhysicalPlan> inputs = new ArrayList<>();
    node.getInputs().forEach(input -> inputs.add(planner.plan(input)));
    List<PlanColumn> byKind = PhysicalPlanner.columns(node);
    List<VectorType> types = new ArrayList<>();
    for (int i = 0; i < byKind.size(); i++) {
      int index = i;
      VectorType first = inputs.getFirst().columns().get(i).type();
      boolean isSame =
          inputs.stream().allMatch(input -> input.columns().get(index).type().equals(first));
      types.add(isSame ? first : byKind.get(i).type());
    }
    inputs.replaceAll(input -> converted(input, types));
    return inputs;
  }

  /** Returns a plan with its columns in other representations. */
  static PhysicalPlan converted(PhysicalPlan input, List<VectorType> types) {
    if (input.types().equals(types)) {
      return input;
    }
    if (input instanceof ScanPlan.Values values) {
      return values(values, types);
    }
    if (input instanceof RowPlan.Project project) {
      List<Expression> casts = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        casts.add(RepresentationCast.of(project.expressions().get(i), types.get(i)));
      }
      return PhysicalPlanner.project(project.input(), casts, input.names());
    }
    List<Expression> expressions = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      VectorType type = input.columns().get(i).type();
      expressions.add(RepresentationCast.of(new ColumnReference(type, i), types.get(i)));
    }
    return PhysicalPlanner.project(input, expressions, input.names());
  }

  private static PhysicalPlan values(ScanPlan.Values values, List<VectorType> types) {
    List<List<Expression>> rows = new ArrayList<>();
    for (List<Expression> row : values.rows()) {
      List<Expression> casts = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        casts.add(RepresentationCast.of(row.get(i), types.get(i)));
      }
      rows.add(casts);
    }
    List<PlanColumn> columns = new ArrayList<>();
    for (PlanColumn column : values.columns()) {
      columns.add(new PlanColumn(column.name(), types.get(columns.size())));
    }
    return new ScanPlan.Values(rows, columns, values.estimate());
  }

  PhysicalPlan recursive(RepeatUnion union) {
    List<PlanColumn> columns = PhysicalPlanner.columns(union);
    List<VectorType> types = columns.stream().map(PlanColumn::type).toList();
    List<String> name =
        ((org.apache.calcite.rel.core.TableSpool) union.getSeedRel().stripped())
            .getTable()
            .getQualifiedName();
    int id = workingTables.size() + 1;
    workingTables.put(name, new WorkingTable(id, columns));
    PhysicalPlan seed = converted(planner.plan(spooled(union.getSeedRel())), types);
    PhysicalPlan step = converted(planner.plan(spooled(union.getIterativeRel())), types);
    return new SetPlan.RecursiveUnion(id, seed, step, union.all, columns, sum(List.of(seed, step)));
  }

  private static RelNode spooled(RelNode node) {
    return node.stripped() instanceof Spool spool ? spool.getInput() : node;
  }

  /** Returns the scan of the table under whose name a recursion keeps the rows of a round. */
  PhysicalPlan workingTable(TableScan scan, PlanEstimate estimate) {
    List<String> name = scan.getTable().getQualifiedName();
    WorkingTable table = workingTables.get(name);
    if (table == null) {
      throw new IllegalStateException("no such table: name=" + name);
    }
    return new ScanPlan.WorkingTableScan(table.id(), name.getLast(), table.columns(), estimate);
  }

  PhysicalPlan unnest(Uncollect uncollect) {
    PhysicalPlan input = planner.plan(uncollect.getInput());
    List<Expression> lists = new ArrayList<>();
    for (int i = 0; i < input.columns().size(); i++) {
      lists.add(new ColumnReference(input.columns().get(i).type(), i));
    }
    return new RowPlan.Unnest(
        input,
        lists,
        widths(uncollect),
        uncollect.withOrdinality,
        false,
        PhysicalPlanner.columns(uncollect),
        PhysicalPlanner.estimate(uncollect, input));
  }

  private static List<Integer> widths(Uncollect uncollect) {
    List<Integer> widths = new ArrayList<>();
    for (RelDataTypeField field : uncollect.getInput().getRowType().getFieldList()) {
      var element = field.getType().getComponentType();
      widths.add(element != null && element.isStruct() ? element.getFieldCount() : 1);
    }
    return widths;
  }

  /**
   * Returns the rows of table functions whose arguments are columns of the left input, without a
   * dependent join; null if the right input is something else.
   */
  @Nullable PhysicalPlan unnestOver(PhysicalPlan left, Correlate correlate) {
    if (correlate.getJoinType() != JoinRelType.INNER
        || !(correlate.getRight().stripped() instanceof Uncollect uncollect)
        || !(uncollect.getInput().stripped() instanceof Project project)
        || !(project.getInput().stripped() instanceof Values one)
        || one.getTuples().size() != 1) {
      return null;
    }
    RexShuttle shuttle =
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            return access.getReferenceExpr() instanceof RexCorrelVariable outer
                    && outer.id.equals(correlate.getCorrelationId())
                ? new RexInputRef(access.getField().getIndex(), access.getType())
                : access;
          }

          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return one.getTuples().getFirst().get(ref.getIndex());
          }
        };
    List<Expression> functions = new ArrayList<>();
    for (RexNode node : project.getProjects()) {
      functions.add(planner.expression(node.accept(shuttle), left.columns()));
    }
    List<PlanColumn> columns = new ArrayList<>(left.columns());
    columns.addAll(PhysicalPlanner.columns(uncollect));
    return new RowPlan.Unnest(
        left,
        functions,
        widths(uncollect),
        uncollect.withOrdinality,
        true,
        columns,
        PhysicalPlanner.estimate(correlate, left));
  }
}
