package dev.colonnade.sql.execute.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.type.ValueSeries;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of table functions for each row of the input. The lists of one row are read in lockstep,
 * shorter ones are padded with NULLs; a NULL is an empty list.
 */
public final class UnnestOperator extends Operator {
  private final RowPlan.Unnest plan;
  private @Nullable VectorBatch batch;
  private Vector[] lists = {};
  private int row;
  private long position;

  public UnnestOperator(QueryContext query, Operator input, RowPlan.Unnest plan) {
    super(query, input);
    this.plan = requireNonNull(plan, "plan is null");
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (batch == null && !advance()) {
      return null;
    }
    VectorBatch present = requireNonNull(batch, "batch is null");
    int keptWidth = plan.keepsInput() ? present.width() : 0;
    List<VectorType> types = plan.types();
    VectorBuilder[] builders = new VectorBuilder[types.size() - keptWidth];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new VectorBuilder(types.get(keptWidth + i));
    }
    int[] sources = new int[VectorBatch.ROWS];
    int count = fill(present, builders, sources);
    Vector[] columns = new Vector[types.size()];
    VectorBatch kept = keptWidth == 0 ? null : present.gather(sources, count);
    for (int i = 0; i < keptWidth; i++) {
      columns[i] = requireNonNull(kept, "kept is null").column(i);
    }
    for (int i = 0; i < builders.length; i++) {
      columns[keptWidth + i] = builders[i].slice(0, count);
    }
    if (row >= present.rowCount()) {
      batch = null;
    }
    return new VectorBatch(count, columns);
  }

  private boolean advance() {
    VectorBatch next = input(0).next();
    batch = next;
    if (next == null) {
      return false;
    }
    lists = new Vector[plan.functions().size()];
    for (int i = 0; i < lists.length; i++) {
      lists[i] = plan.functions().get(i).evaluate(next, query().evaluation());
    }
    row = 0;
    position = 0;
    return true;
  }

  /** Appends rows until the batch or the input is at its end. Returns how many. */
  private int fill(VectorBatch present, VectorBuilder[] builders, int[] sources) {
    int count = 0;
    while (row < present.rowCount() && count < sources.length) {
      List<List<?>> values = valuesOf(row);
      long size = 0;
      for (List<?> list : values) {
        size = Math.max(size, ValueSeries.countOf(list));
      }
      while (position < size && count < sources.length) {
        append(values, builders);
        sources[count++] = row;
        position++;
      }
      if (position >= size) {
        row++;
        position = 0;
      }
    }
    return count;
  }

  private List<List<?>> valuesOf(int at) {
    List<List<?>> values = new ArrayList<>(lists.length);
    for (int i = 0; i < lists.length; i++) {
      Object list = lists[i].held(at, plan.functions().get(i).type());
      values.add(list == null ? List.of() : (List<?>) list);
    }
    return values;
  }

  private void append(List<List<?>> values, VectorBuilder[] builders) {
    int column = 0;
    for (int i = 0; i < values.size(); i++) {
      List<?> list = values.get(i);
      int width = plan.widths().get(i);
      Object element =
          position < ValueSeries.countOf(list) ? ValueSeries.elementOf(list, position) : null;
      for (int field = 0; field < width; field++) {
        builders[column++].appendHeld(
            width == 1 ? element : element == null ? null : fieldOf(element, field));
      }
    }
    if (plan.withOrdinality()) {
      builders[column].appendHeld(position + 1);
    }
  }

  private static @Nullable Object fieldOf(Object element, int field) {
    return switch (element) {
      case List<?> fields -> fields.get(field);
      case Object[] fields -> fields[field];
      default -> throw new IllegalStateException("not a row: class=" + element.getClass());
    };
  }

  @Override
  protected void release() {
    batch = null;
    lists = new Vector[0];
  }
}
