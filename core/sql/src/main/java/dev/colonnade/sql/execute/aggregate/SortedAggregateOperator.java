package dev.colonnade.sql.execute.aggregate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.PieceReader;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregation of an input in which the rows of a group are adjacent: groups are returned while the
 * input is read. Without keys there is one group, also of no rows.
 */
public final class SortedAggregateOperator extends Operator {
  /** Number of groups that are collected before they are returned. */
  private static final int GROUPS_MAX = 1024;

  /** Factor from that number for the first batch, of which a limit may need a few, to the next. */
  private static final int GROWTH = 8;

  private final AggregateLayout layout;
  private final RowComparator comparator;
  private final PieceReader pieces = new PieceReader(this::readBatch);
  private @Nullable AdjacentGroups groups;

  private int groupsWanted = 1;
  private boolean isInputFinished;
  private boolean isReturning;

  public SortedAggregateOperator(
      QueryContext query, Operator input, AggregatePlan.SortedAggregate plan) {
    super(query, input);
    requireNonNull(plan, "plan is null");
    layout = AggregateLayout.of(plan);
    List<SortKey> keys =
        Arrays.stream(layout.keys()).mapToObj(key -> new SortKey(key, false, false)).toList();
    comparator = new RowComparator(keys, layout.types());
  }

  @Override
  protected @Nullable VectorBatch produce() {
    while (true) {
      if (isReturning) {
        AdjacentGroups finished = requireNonNull(groups, "groups is null");
        VectorBatch batch = finished.next();
        if (batch != null) {
          return batch;
        }
        recordSpill(finished.spilledBytes());
        finished.close();
        groups = null;
        isReturning = false;
        groupsWanted = Math.min(GROUPS_MAX, groupsWanted * GROWTH);
      }
      if (isInputFinished) {
        return null;
      }
      read();
    }
  }

  /** Reads groups until some of them are complete. */
  private void read() {
    SpillContext context = spillContext();
    AdjacentGroups collected = new AdjacentGroups(layout, comparator, context);
    groups = collected;
    while (!isReturning) {
      VectorBatch batch = pieces.next();
      if (batch == null) {
        isInputFinished = true;
        isReturning = true;
        return;
      }
      int last = collected.lastStart(batch);
      if (last > 0 && collected.count(batch, last) >= groupsWanted) {
        collected.add(batch.slice(0, last));
        pieces.unread(batch.slice(last, batch.rowCount()));
        isReturning = true;
      } else if (last == 0 && collected.count() >= groupsWanted) {
        pieces.unread(batch);
        isReturning = true;
      } else {
        collected.add(batch);
      }
    }
  }

  private @Nullable VectorBatch readBatch() {
    VectorBatch batch = input(0).next();
    return batch == null ? null : layout.read(batch);
  }

  @Override
  protected void release() {
    if (groups != null) {
      groups.close();
    }
  }
}
