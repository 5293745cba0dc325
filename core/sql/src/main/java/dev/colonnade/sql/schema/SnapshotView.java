package dev.colonnade.sql.schema;

import dev.colonnade.catalog.relation.View;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptTable.ToRelContext;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/** View for the planner: a table whose rows are the result of its query. Not thread-safe. */
public final class SnapshotView extends AbstractTable implements TranslatableTable {
  private final View view;
  private final Function<View, RelDataType> rowTypes;
  private @Nullable RelDataType rowType;

  SnapshotView(View view, Function<View, RelDataType> rowTypes) {
    this.view = view;
    this.rowTypes = rowTypes;
  }

  public View view() {
    return view;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    RelDataType cached = rowType;
    if (cached == null) {
      cached = rowTypes.apply(view);
      rowType = cached;
    }
    return cached;
  }

  @Override
  public RelNode toRel(ToRelContext context, RelOptTable table) {
    List<String> name = List.of(Integer.toString(view.id()));
    return context.expandView(table.getRowType(), view.query(), name, name).rel;
  }
}
