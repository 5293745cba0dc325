package dev.colonnade.range;

import dev.colonnade.mvcc.commit.VersionDelta;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;

/** A range and its statistics. The leader writes them; any thread reads them. */
final class RangeState {
  private final RangeDescriptor descriptor;

  /** Of what is applied. Written by the leader. */
  private volatile RangeStatistics statistics;

  /** Of the group being built. Used by the leader only. */
  private final StatisticsChange change = new StatisticsChange();

  private boolean isChanged;

  /** What the group being written makes of the statistics. Used by the leader only. */
  private RangeStatistics next;

  RangeState(RangeDescriptor descriptor, RangeStatistics statistics) {
    this.descriptor = descriptor;
    this.statistics = statistics;
    next = statistics;
  }

  RangeDescriptor descriptor() {
    return descriptor;
  }

  RangeStatistics statistics() {
    return statistics;
  }

  /** Bytes of everything, with what the group being built adds. Asked by the leader only. */
  long totalBytesWithGroup() {
    return statistics.totalBytes() + change.totalBytes();
  }

  RangeStatus status() {
    return new RangeStatus(descriptor, statistics);
  }

  /** Whether the group being built changes anything here. */
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

  /** Sets statistics that were written by a command of its own. */
  void replaceStatistics(RangeStatistics replacement) {
    statistics = replacement;
  }

  /** Adds both records of the range to {@code batch}. */
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

  /** Adds to {@code batch} that the range has gone. */
  void deleteAll(Batch batch) {
    batch.delete(Space.META, RangeLayout.descriptorKey(descriptor.id()).bytes());
    batch.delete(Space.META, RangeLayout.statisticsKey(descriptor.id()).bytes());
  }
}
