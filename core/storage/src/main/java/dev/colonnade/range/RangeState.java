package dev.colonnade.range;

import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.range.statistics.StatisticsDelta;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;

/** Range with its current statistics. Written by the leader, read by any thread. */
final class RangeState {
  private final RangeDescriptor descriptor;

  /** Statistics of the applied state. Written by the leader. */
  private volatile RangeStatistics statistics;

  /** Change by the group that is being built. Used by the leader only. */
  private final StatisticsDelta change = new StatisticsDelta();

  private boolean isChanged;

  /** Statistics after the group that is being written. Used by the leader only. */
  private RangeStatistics next;

  RangeState(RangeDescriptor descriptor, RangeStatistics statistics) {
    this.descriptor = descriptor;
    this.statistics = statistics;
    next = statistics;
  }

  RangeDescriptor descriptor() {
    return descriptor;
  }

  public RangeStatistics statistics() {
    return statistics;
  }

  /**
   * Returns the total bytes, including the group that is being built. Called by the leader only.
   */
  long totalBytesWithGroup() {
    return statistics.totalBytes() + change.totalBytes();
  }

  RangeStatus status() {
    return new RangeStatus(descriptor, statistics);
  }

  /** Returns whether the group that is being built changes this range. */
  boolean isChanged() {
    return isChanged;
  }

  void changed(VersionDelta delta, boolean startsRow) {
    isChanged = true;
    change.add(delta, startsRow);
  }

  void beforeWrite(Batch batch) {
    next = change.applyTo(statistics);
    putStatistics(batch, next);
  }

  void applied() {
    statistics = next;
    discarded();
  }

  void discarded() {
    change.clear();
    isChanged = false;
  }

  /** Sets the statistics that an exclusive command has written. */
  void replaceStatistics(RangeStatistics replacement) {
    statistics = replacement;
  }

  /** Adds puts of both records of the range to {@code batch}. */
  void putAll(Batch batch) {
    batch.put(
        Space.META,
        RangeLayout.descriptorKey(descriptor.id()).bytes(),
        RangeLayout.encode(descriptor));
    putStatistics(batch, statistics);
  }

  void putStatistics(Batch batch, RangeStatistics value) {
    batch.put(
        Space.META, RangeLayout.statisticsKey(descriptor.id()).bytes(), RangeLayout.encode(value));
  }

  /** Adds deletes of both records of the range to {@code batch}. */
  void deleteAll(Batch batch) {
    batch.delete(Space.META, RangeLayout.descriptorKey(descriptor.id()).bytes());
    batch.delete(Space.META, RangeLayout.statisticsKey(descriptor.id()).bytes());
  }
}
