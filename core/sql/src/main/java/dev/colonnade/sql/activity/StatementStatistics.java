package dev.colonnade.sql.activity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of the statements of all sessions by shape, user and database. At most {@link
 * #ENTRIES_MAX} are kept: a new one beyond it removes the twentieth with the least usage, which
 * ages with each removal. Thread-safe; an execution costs a lookup and an uncontended lock.
 */
public final class StatementStatistics {
  /** Maximum number of entries. */
  public static final int ENTRIES_MAX = 2_000;

  /** Maximum length of a text, in characters. */
  public static final int TEXT_LENGTH_MAX = 4_096;

  /** One part in this many of the entries is removed at once. */
  private static final int REMOVED_DIVISOR = 20;

  private static final double AGING_FACTOR = 0.99;

  private final ConcurrentHashMap<StatementKey, StatementCounters> entries =
      new ConcurrentHashMap<>();
  private final AtomicLong removals = new AtomicLong();
  private final int entriesMax;
  private volatile long resetMicros;

  /** Creates empty statistics. */
  public StatementStatistics() {
    this(ENTRIES_MAX);
  }

  StatementStatistics(int entriesMax) {
    this.entriesMax = entriesMax;
  }

  /** Adds executions of statements of a shape. */
  public void add(int roleId, int databaseId, StatementShape shape, StatementExecution measured) {
    StatementKey key = new StatementKey(roleId, databaseId, shape.id());
    StatementCounters counters = entries.get(key);
    if (counters == null) {
      counters = added(key, shape.text());
    }
    counters.add(measured);
  }

  private StatementCounters added(StatementKey key, String text) {
    if (entries.size() >= entriesMax) {
      removeLeastUsed();
    }
    String cut = text.length() > TEXT_LENGTH_MAX ? text.substring(0, TEXT_LENGTH_MAX) : text;
    return entries.computeIfAbsent(key, absent -> new StatementCounters(absent, cut));
  }

  private synchronized void removeLeastUsed() {
    if (entries.size() < entriesMax) {
      return;
    }
    record Usage(StatementCounters counters, double usage) {}
    List<Usage> usages = new ArrayList<>(entries.size());
    entries.values().forEach(each -> usages.add(new Usage(each, each.aged(AGING_FACTOR))));
    usages.sort(Comparator.comparingDouble(Usage::usage));
    int count = Math.max(1, usages.size() / REMOVED_DIVISOR);
    usages.subList(0, count).forEach(usage -> entries.remove(usage.counters().key()));
    removals.incrementAndGet();
  }

  /** Returns the present counters, in no order. */
  public List<StatementEntry> entries() {
    return entries.values().stream().map(StatementCounters::entry).toList();
  }

  /**
   * Removes the entries of a role, a database and a shape; null for all.
   *
   * @param nowMicros microseconds since 1970
   */
  public void reset(
      @Nullable Integer roleId,
      @Nullable Integer databaseId,
      @Nullable Long shapeId,
      long nowMicros) {
    Predicate<StatementKey> isReset =
        key ->
            (roleId == null || key.roleId() == roleId)
                && (databaseId == null || key.databaseId() == databaseId)
                && (shapeId == null || key.shapeId() == shapeId);
    entries.keySet().removeIf(isReset);
    if (roleId == null && databaseId == null && shapeId == null) {
      removals.set(0);
      resetMicros = nowMicros;
    }
  }

  /** Returns the number of times that the least used entries were removed. */
  public long removals() {
    return removals.get();
  }

  /** Returns the time of the last reset of everything, in microseconds since 1970. */
  public long resetMicros() {
    return resetMicros;
  }
}
