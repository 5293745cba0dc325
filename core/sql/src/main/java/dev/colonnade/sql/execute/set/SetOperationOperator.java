package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.spill.SpillPartitions;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Operator of UNION, INTERSECT and EXCEPT over any number of inputs, from left to right; NULLs are
 * equal. The rows of the first input are returned, and of all inputs for UNION, in their order.
 */
public final class SetOperationOperator extends Operator {
  private final SetPlan.SetOperation shape;
  private final int inputCount;
  private final int rightCount;
  private final List<SetRound> rounds = new ArrayList<>();
  private final Deque<Part> parts = new ArrayDeque<>();
  private @Nullable SetRound round;
  private Supplier<@Nullable VectorBatch> left = () -> null;
  private @Nullable Part part;
  private int unionInput;

  /**
   * Creates the operator.
   *
   * @param shape its kind and types; the inputs of the plan are not read
   */
  public SetOperationOperator(
      QueryContext query, SetPlan.SetOperation shape, List<Operator> inputs) {
    super(query, inputs.toArray(Operator[]::new));
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException("set operation has no inputs");
    }
    if (shape.kind() == SetPlan.Kind.UNION && shape.all()) {
      throw new IllegalArgumentException("UNION ALL is no operation of a table");
    }
    this.shape = shape;
    this.inputCount = inputs.size();
    this.rightCount = shape.kind() == SetPlan.Kind.UNION ? 0 : inputs.size() - 1;
  }

  /**
   * Partition of a round to process.
   *
   * @param level of its round
   */
  private record Part(SetRound round, int partition, int level) {
    /** Returns a reader of the rows of an input. */
    Supplier<@Nullable VectorBatch> reader(int input) {
      SpillPartitions rows = round.partitions(input);
      return rows == null ? () -> null : rows.reader(partition)::next;
    }

    void delete(int inputs) {
      for (int input = 0; input < inputs; input++) {
        SpillPartitions rows = round.partitions(input);
        if (rows != null) {
          rows.delete(partition);
        }
      }
    }
  }

  @Override
  protected void open() {
    start(0);
    for (int input = 1; input <= rightCount; input++) {
      readRight(input, input(input)::next);
      input(input).close();
    }
    left = this::nextOfFirst;
  }

  private SetRound start(int level) {
    SetRound started = new SetRound(shape, rightCount, spillContext(), level);
    rounds.add(started);
    round = started;
    return started;
  }

  private void readRight(int input, Supplier<@Nullable VectorBatch> rows) {
    SetRound present = requireNonNull(round, "round is null");
    for (VectorBatch batch = rows.get(); batch != null; batch = rows.get()) {
      query().cancellation().check();
      present.addRight(input, batch);
    }
    present.finishRight(input);
  }

  private @Nullable VectorBatch nextOfFirst() {
    int last = shape.kind() == SetPlan.Kind.UNION ? inputCount - 1 : 0;
    VectorBatch batch = input(unionInput).next();
    while (batch == null && unionInput < last) {
      input(unionInput).close();
      unionInput++;
      batch = input(unionInput).next();
    }
    return batch;
  }

  @Override
  protected @Nullable VectorBatch produce() {
    SetRound present = round;
    if (present == null) {
      return startPart() ? new VectorBatch(0) : null;
    }
    VectorBatch batch = left.get();
    if (batch != null) {
      return present.addLeft(batch);
    }
    finish(present);
    return new VectorBatch(0);
  }

  private void finish(SetRound finished) {
    finished.finish();
    round = null;
    int level = part == null ? 0 : part.level() + 1;
    if (part != null) {
      part.delete(rightCount + 1);
    }
    for (int i = SetRound.PARTITIONS - 1; i >= 0; i--) {
      Part some = new Part(finished, i, level);
      if (finished.hasRows(i)) {
        parts.push(some);
      } else {
        some.delete(rightCount + 1);
      }
    }
  }

  /** Starts with the next partition. Returns whether there is one. */
  private boolean startPart() {
    Part next = parts.poll();
    part = next;
    if (next == null) {
      return false;
    }
    start(next.level() + 1);
    for (int input = 1; input <= rightCount; input++) {
      readRight(input, next.reader(input));
    }
    left = next.reader(0);
    return true;
  }

  @Override
  protected void release() {
    recordSpill(rounds.stream().mapToLong(SetRound::spilledBytes).sum());
    parts.clear();
    close(0);
  }

  private void close(int first) {
    if (first < rounds.size()) {
      try {
        rounds.get(first).close();
      } finally {
        close(first + 1);
      }
    }
  }
}
