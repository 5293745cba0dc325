package dev.colonnade.sql.plan.convert;

import dev.colonnade.sql.schema.SnapshotTable;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Finder of the columns of a plan that are table columns of an enum type. */
final class EnumColumns {
  private EnumColumns() {}

  /** The enum that a column of an operator's rows is of; null if it is none. */
  static @Nullable EnumType of(RelNode rel, int index) {
    return switch (rel) {
      case TableScan scan -> ofTable(scan, index);
      case Project project -> of(project.getInput(), project.getProjects().get(index));
      case Filter filter -> of(filter.getInput(), index);
      case Sort sort -> of(sort.getInput(), index);
      case Join join -> ofInputs(join, index);
      case Correlate correlate -> ofInputs(correlate, index);
      case Aggregate aggregate -> ofAggregate(aggregate, index);
      case SetOp set -> ofAll(set.getInputs(), index);
      default -> null;
    };
  }

  private static @Nullable EnumType of(RelNode input, RexNode expression) {
    return expression instanceof RexInputRef ref ? of(input, ref.getIndex()) : null;
  }

  /** The same of the columns of an operator's inputs, counted one after the other. */
  static @Nullable EnumType ofInputs(RelNode rel, int index) {
    int left = index;
    for (RelNode input : rel.getInputs()) {
      int width = input.getRowType().getFieldCount();
      if (left < width) {
        return of(input, left);
      }
      left -= width;
    }
    return null;
  }

  private static @Nullable EnumType ofTable(TableScan scan, int index) {
    SnapshotTable table = scan.getTable().unwrap(SnapshotTable.class);
    List<Column> columns = table == null ? List.of() : table.table().schema().columns();
    return index < columns.size()
            && columns.get(index).type() instanceof ColumnType.Enumerated(EnumType type)
        ? type
        : null;
  }

  private static @Nullable EnumType ofAggregate(Aggregate aggregate, int index) {
    if (index < aggregate.getGroupCount()) {
      return of(aggregate.getInput(), aggregate.getGroupSet().nth(index));
    }
    AggregateCall call = aggregate.getAggCallList().get(index - aggregate.getGroupCount());
    SqlKind kind = call.getAggregation().getKind();
    return kind == SqlKind.SINGLE_VALUE || kind == SqlKind.ANY_VALUE
        ? of(aggregate.getInput(), call.getArgList().getFirst())
        : null;
  }

  private static @Nullable EnumType ofAll(List<RelNode> inputs, int index) {
    EnumType first = of(inputs.getFirst(), index);
    boolean areSame = inputs.stream().allMatch(input -> Objects.equals(first, of(input, index)));
    return areSame ? first : null;
  }
}
