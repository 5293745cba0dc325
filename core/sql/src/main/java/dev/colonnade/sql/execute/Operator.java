package dev.colonnade.sql.execute;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operator of a running query: a source of batches. It is opened by the first call of {@link
 * #next}, checks for cancellation at every batch, charges what it keeps to its memory account, and
 * closes its inputs when it is closed. One thread.
 */
public abstract class Operator implements AutoCloseable {
  private final QueryContext query;
  private final List<Operator> inputs;
  private @Nullable OperatorMemory memory;
  private @Nullable OperatorStatistics statistics;
  private State state = State.NEW;

  private enum State {
    NEW,
    OPEN,
    FINISHED,
    CLOSED
  }

  protected Operator(QueryContext query, Operator... inputs) {
    this.query = requireNonNull(query, "query is null");
    this.inputs = List.of(inputs);
  }

  /** Records the metrics of this operator from now on. */
  public final void measureWith(OperatorStatistics measured) {
    statistics = requireNonNull(measured, "measured is null");
  }

  /** Returns the next rows, at least one; null after the last. */
  public final @Nullable VectorBatch next() {
    OperatorStatistics measured = statistics;
    if (measured == null) {
      return pull();
    }
    long start = query.ticker().nanos();
    if (state == State.NEW) {
      measured.recordStart();
    }
    VectorBatch batch = pull();
    measured.recordBatch(query.ticker().nanos() - start, batch);
    if (memory != null) {
      measured.recordPeakMemory(memory.peak());
    }
    return batch;
  }

  private @Nullable VectorBatch pull() {
    query.cancellation().check();
    if (state == State.NEW) {
      state = State.OPEN;
      open();
    }
    if (state != State.OPEN) {
      return null;
    }
    VectorBatch batch = produce();
    while (batch != null && batch.rowCount() == 0) {
      query.cancellation().check();
      batch = produce();
    }
    if (batch == null) {
      state = State.FINISHED;
    }
    return batch;
  }

  /** Prepares for the first batch. */
  protected void open() {}

  /**
   * Returns the next rows; null after the last. An empty batch is passed over, so that a loop that
   * finds nothing for long returns empty batches now and then.
   */
  protected abstract @Nullable VectorBatch produce();

  /** Frees what the operator keeps, apart from its inputs and its memory account. */
  protected void release() {}

  protected final QueryContext query() {
    return query;
  }

  protected final Operator input(int index) {
    return inputs.get(index);
  }

  /** Returns the memory account of the operator. */
  protected final OperatorMemory memory() {
    OperatorMemory known = memory;
    if (known == null) {
      known = query.memory().newOperator();
      memory = known;
    }
    return known;
  }

  /** Returns the context of spilling, with the memory account of the operator. */
  protected final SpillContext spillContext() {
    return new SpillContext(memory(), query.spillSpace(), query.cancellation());
  }

  /** Records bytes that the operator wrote to temporary files. */
  protected final void recordSpill(long bytes) {
    if (statistics != null) {
      statistics.recordSpill(bytes);
    }
  }

  /** Records memory that is in use beside the account of the operator. */
  protected final void recordPeakMemory(long bytes) {
    if (statistics != null) {
      statistics.recordPeakMemory(bytes);
    }
  }

  /** Records the number of workers that run the operator or its inputs. */
  protected final void recordWorkers(int count) {
    if (statistics != null) {
      statistics.recordWorkers(count);
    }
  }

  /** Frees everything, of the inputs too. Idempotent. */
  @Override
  public final void close() {
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    if (inputs.isEmpty() && memory == null) {
      release();
      return;
    }
    List<Runnable> open = new ArrayList<>();
    open.add(this::release);
    inputs.forEach(input -> open.add(input::close));
    if (memory != null) {
      open.add(memory::close);
    }
    Closing.all(open, Runnable::run);
  }
}
