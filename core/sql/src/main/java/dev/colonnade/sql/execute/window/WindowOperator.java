package dev.colonnade.sql.execute.window;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.PieceReader;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.spill.ExternalSorter;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.window.frame.FrameBounds;
import dev.colonnade.sql.execute.window.frame.RowCursor;
import dev.colonnade.sql.execute.window.frame.WindowBlock;
import dev.colonnade.sql.execute.window.frame.WindowRows;
import dev.colonnade.sql.function.value.FrameOffset;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Window functions over one window: sorts the rows by partition and sort keys, and adds the values
 * of the calls batch by batch, reading ahead only as far as the frames need it.
 */
public final class WindowOperator extends Operator {
  private final WindowPlan plan;
  private final boolean isSorted;
  private final WindowColumns columns;
  private final PieceReader pieces = new PieceReader(this::storedOfInput);
  private final List<WindowFunction> functions = new ArrayList<>();
  private @Nullable ExternalSorter sorter;
  private @Nullable WindowRows rows;
  private @Nullable FrameBounds bounds;
  private @Nullable RowCursor current;
  private WindowBlock.@Nullable Sequence blocks;
  private @Nullable VectorBatch firstBatch;
  private long position;

  public WindowOperator(QueryContext query, Operator input, WindowPlan plan) {
    this(query, input, plan, isSortedBelow(plan, plan.input()));
  }

  /**
   * Variant of the constructor with the information whether the input is sorted by the partition
   * keys, ascending with NULLs last, and then by the order keys; partitions in any order are
   * enough.
   */
  WindowOperator(QueryContext query, Operator input, WindowPlan plan, boolean isSorted) {
    super(query, input);
    this.plan = requireNonNull(plan, "plan is null");
    this.isSorted = isSorted;
    this.columns = new WindowColumns(plan.input().types());
  }

  /** Returns whether a window below has sorted the rows already. */
  private static boolean isSortedBelow(WindowPlan plan, PhysicalPlan below) {
    if (!(below instanceof WindowPlan other)) {
      return false;
    }
    List<SortKey> needed = sortKeys(plan);
    List<SortKey> given = sortKeys(other);
    return given.isEmpty()
        ? isSortedBelow(plan, other.input())
        : needed.size() <= given.size() && given.subList(0, needed.size()).equals(needed);
  }

  private static List<SortKey> sortKeys(WindowPlan plan) {
    List<SortKey> keys = new ArrayList<>();
    plan.partitionKeys().forEach(key -> keys.add(new SortKey(key, false, false)));
    keys.addAll(plan.orderKeys());
    return keys;
  }

  @Override
  protected void open() {
    firstBatch = input(0).next();
    if (firstBatch == null) {
      return;
    }
    columns.setConstants(firstBatch);
    SpillContext context = spillContext();
    List<SortKey> partitionKeys = new ArrayList<>();
    plan.partitionKeys()
        .forEach(key -> partitionKeys.add(new SortKey(columns.stored(key), false, false)));
    List<SortKey> orderKeys = plan.orderKeys().stream().map(columns::stored).toList();
    WindowRows opened =
        new WindowRows(
            isSorted ? this::nextOfInput : sorted(partitionKeys, orderKeys, context),
            columns.storedTypes(),
            new RowComparator(partitionKeys, columns.storedTypes()),
            new RowComparator(orderKeys, columns.storedTypes()),
            context);
    rows = opened;
    FrameBounds frames =
        new FrameBounds(
            opened,
            plan.frame(),
            orderKeys,
            offset(plan.frame().start()),
            offset(plan.frame().end()));
    bounds = frames;
    current = new RowCursor(opened);
    blocks = new WindowBlock.Sequence(opened);
    WindowFunctions factory = new WindowFunctions(opened, frames, columns, plan.input(), memory());
    plan.calls().forEach(call -> functions.add(factory.create(call)));
  }

  private @Nullable FrameOffset offset(WindowPlan.Bound bound) {
    if (bound.column() < 0) {
      return null;
    }
    Object value = columns.constant(bound.column());
    return value instanceof FrameOffset offset
        ? offset
        : new FrameOffset(FrameOffset.Mode.ROWS, value);
  }

  private @Nullable VectorBatch nextOfInput() {
    return pieces.next();
  }

  private @Nullable VectorBatch storedOfInput() {
    VectorBatch first = firstBatch;
    firstBatch = null;
    VectorBatch batch = first == null ? input(0).next() : first;
    return batch == null ? null : columns.store(batch);
  }

  private Supplier<@Nullable VectorBatch> sorted(
      List<SortKey> partitionKeys, List<SortKey> orderKeys, SpillContext context) {
    List<SortKey> keys = new ArrayList<>(partitionKeys);
    keys.addAll(orderKeys);
    if (keys.isEmpty()) {
      return this::nextOfInput;
    }
    ExternalSorter opened =
        new ExternalSorter(columns.storedTypes(), keys, Long.MAX_VALUE, context);
    sorter = opened;
    for (VectorBatch batch = nextOfInput(); batch != null; batch = nextOfInput()) {
      opened.add(batch);
    }
    input(0).close();
    opened.finish();
    return opened::next;
  }

  @Override
  protected @Nullable VectorBatch produce() {
    WindowRows all = rows;
    if (all == null || !all.has(position)) {
      recordSpilled();
      return null;
    }
    RowCursor cursor = requireNonNull(current, "current is null");
    cursor.moveTo(position);
    WindowBlock block = requireNonNull(blocks, "blocks is null").next(position, cursor.batch());
    boolean needsFrames = functions.stream().anyMatch(WindowFunction::needsFrames);
    FrameBounds known = requireNonNull(bounds, "bounds is null");
    FrameBounds.Frames frames = needsFrames ? known.of(block) : null;
    Vector[] values = new Vector[functions.size()];
    position = block.end();
    long needed = needsFrames ? known.firstNeeded(position) : position;
    for (int i = 0; i < values.length; i++) {
      values[i] = functions.get(i).values(block, frames);
      needed = Math.min(needed, functions.get(i).firstNeeded(position));
    }
    all.trim(needed);
    return VectorBatch.beside(
        columns.restore(block.batch()), new VectorBatch(block.count(), values));
  }

  private void recordSpilled() {
    if (rows != null) {
      recordSpill(rows.spilledBytes());
    }
    if (sorter != null) {
      recordSpill(sorter.spilledBytes());
    }
  }

  @Override
  protected void release() {
    closeFrom(0);
  }

  private void closeFrom(int function) {
    if (function < functions.size()) {
      try {
        functions.get(function).close();
      } finally {
        closeFrom(function + 1);
      }
      return;
    }
    try {
      if (rows != null) {
        rows.close();
      }
    } finally {
      if (sorter != null) {
        sorter.close();
      }
    }
  }
}
