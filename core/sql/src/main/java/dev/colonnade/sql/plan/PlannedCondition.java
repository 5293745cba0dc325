package dev.colonnade.sql.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.plan.physical.PhysicalPlanner;
import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.schema.SnapshotTable;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * A condition on one row of a table, lowered.
 *
 * @param sql its text
 * @param expression refers to columns by their positions in the table's schema
 * @param compiled the same for execution, over the columns of the table
 * @param constantErrors of constants in it
 * @param rowType of a whole row
 */
public record PlannedCondition(
    String sql,
    RexNode expression,
    Expression compiled,
    List<ColonnadeException> constantErrors,
    TableSchema schema,
    RelDataType rowType,
    RexBuilder builder) {
  public PlannedCondition {
    requireNonNull(sql, "sql is null");
    requireNonNull(expression, "expression is null");
    requireNonNull(schema, "schema is null");
    requireNonNull(rowType, "rowType is null");
    requireNonNull(builder, "builder is null");
  }

  /** The condition that is the only column of a planned query of one table. */
  public static PlannedCondition of(String sql, PlannedQuery query) {
    RelNode plan = query.plan();
    RexNode expression = null;
    if (plan instanceof Project project) {
      expression = project.getProjects().getFirst();
      plan = project.getInput();
    }
    if (!(plan instanceof PushedScan scan)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "a condition on rows looks at one row only: " + sql);
    }
    RexBuilder builder = scan.getCluster().getRexBuilder();
    RelDataType rowType =
        requireNonNull(scan.getTable().unwrap(SnapshotTable.class), "no table")
            .getRowType(builder.getTypeFactory());
    if (expression == null) {
      expression = builder.makeInputRef(scan, 0);
    }
    RexNode onTable = expression.accept(toOrdinals(scan.spec().ordinals()));
    if (RelOptUtil.InputFinder.bits(onTable).length() > rowType.getFieldCount()) {
      throw new IllegalStateException("condition refers to what is no column: " + onTable);
    }
    PhysicalPlanner planner = new PhysicalPlanner(scan, UnaryOperator.identity());
    Expression compiled =
        planner.expression(onTable, PhysicalPlanner.columns(scan.spec().table().schema()));
    return new PlannedCondition(
        sql,
        onTable,
        compiled,
        planner.constantErrors(),
        scan.spec().table().schema(),
        rowType,
        builder);
  }

  private static RexShuttle toOrdinals(List<Integer> ordinals) {
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        return new RexInputRef(ordinals.get(ref.getIndex()), ref.getType());
      }
    };
  }
}
