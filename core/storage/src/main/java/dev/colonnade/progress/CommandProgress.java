package dev.colonnade.progress;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Progress of one command: its phase and its counters. All threads that execute the command write
 * it, once per batch and not per row; any thread reads it. Lock-free; counters and phase are
 * independent of each other, so that a reader may see those of two adjacent times.
 */
public final class CommandProgress implements AutoCloseable {
  /** Absence of a table or of an index. */
  public static final int NO_ID = -1;

  /** Progress of the session's command. */
  private final AtomicReference<@Nullable CommandProgress> current;

  private final ProgressCommand command;
  private final int tableId;
  private final int indexId;
  private final Map<ProgressCounter, AtomicLong> counters;
  private volatile ProgressPhase phase = ProgressPhase.INITIALIZING;

  CommandProgress(
      AtomicReference<@Nullable CommandProgress> current,
      ProgressCommand command,
      int tableId,
      int indexId) {
    this.current = requireNonNull(current, "current is null");
    this.command = requireNonNull(command, "command is null");
    this.tableId = tableId;
    this.indexId = indexId;
    Map<ProgressCounter, AtomicLong> all = new EnumMap<>(ProgressCounter.class);
    for (ProgressCounter counter : ProgressCounter.values()) {
      all.put(counter, new AtomicLong());
    }
    counters = Collections.unmodifiableMap(all);
  }

  public ProgressCommand command() {
    return command;
  }

  /** Returns the id of the table; {@link #NO_ID} if the command has none. */
  public int tableId() {
    return tableId;
  }

  /** Returns the id of the index; {@link #NO_ID} if the command has none. */
  public int indexId() {
    return indexId;
  }

  public ProgressPhase phase() {
    return phase;
  }

  /** Begins the next phase. The counters keep their values. */
  public void enter(ProgressPhase next) {
    phase = requireNonNull(next, "next is null");
  }

  public long get(ProgressCounter counter) {
    return of(counter).get();
  }

  public void set(ProgressCounter counter, long value) {
    of(counter).set(value);
  }

  /** Adds the work of a batch to a counter. */
  public void add(ProgressCounter counter, long count) {
    of(counter).addAndGet(count);
  }

  private AtomicLong of(ProgressCounter counter) {
    return requireNonNull(counters.get(counter), "counter is null");
  }

  /** Ends the report: the views have no row of the command any more. */
  @Override
  public void close() {
    boolean _ = current.compareAndSet(this, null);
  }
}
