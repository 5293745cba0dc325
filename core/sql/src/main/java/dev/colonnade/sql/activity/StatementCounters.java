package dev.colonnade.sql.activity;

import static java.util.Objects.requireNonNull;

/** Counters of the statements of one shape, user and database. Thread-safe. */
final class StatementCounters {
  private final StatementKey key;
  private final String text;
  private final TimeCounter execution = new TimeCounter();
  private final TimeCounter planning = new TimeCounter();
  private long rowCount;
  private long spilledBytes;
  private long retries;

  /** Calls with an aging factor: the counters with the least of them are removed first. */
  private double usage;

  StatementCounters(StatementKey key, String text) {
    this.key = requireNonNull(key, "key is null");
    this.text = requireNonNull(text, "text is null");
  }

  StatementKey key() {
    return key;
  }

  synchronized void add(StatementExecution measured) {
    execution.add(measured.calls(), measured.nanos());
    planning.add(measured.plans(), measured.planningNanos());
    rowCount += measured.rowCount();
    spilledBytes += measured.spilledBytes();
    retries += measured.retries();
    usage += measured.calls();
  }

  /** Ages the usage; returns it. */
  synchronized double aged(double factor) {
    usage *= factor;
    return usage;
  }

  synchronized StatementEntry entry() {
    return new StatementEntry(
        key, text, execution.summary(), planning.summary(), rowCount, spilledBytes, retries);
  }
}
