package dev.colonnade.range.verify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.UnfinishedCommits;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeMap;
import dev.colonnade.range.RangeRecords;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.range.statistics.StatisticsCounter;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Verifier of a store's invariants by a full scan: ranges without gaps and overlaps, statistics
 * equal to the counted values, versions of every key in order, a superseded version for every
 * tombstone. An unreadable record is reported as a problem, and the scan continues after it.
 *
 * <p>Data and statistics are written in the same batches, so any snapshot of a store can be
 * verified, even while the store is being written. The exception are ranges into which a large
 * commit is ingesting files.
 */
public final class RangeVerifier {

  private final StoreReader reader;
  private final RowBoundaries boundaries;
  private final VerificationObserver observer;
  private final List<String> problems = new ArrayList<>();
  private RangeStatistics total = RangeStatistics.EMPTY;

  private RangeVerifier(
      StoreReader reader, RowBoundaries boundaries, VerificationObserver observer) {
    this.reader = requireNonNull(reader, "reader is null");
    this.boundaries = requireNonNull(boundaries, "boundaries is null");
    this.observer = requireNonNull(observer, "observer is null");
  }

  /** Verifies the content of {@code reader}, which must not change meanwhile. */
  public static RangeVerification verify(StoreReader reader, RowBoundaries boundaries) {
    return verify(reader, boundaries, VerificationObserver.NONE);
  }

  /**
   * Variant of {@link #verify(StoreReader, RowBoundaries)} that reports its progress to {@code
   * observer}.
   */
  public static RangeVerification verify(
      StoreReader reader, RowBoundaries boundaries, VerificationObserver observer) {
    return new RangeVerifier(reader, boundaries, observer).verify();
  }

  private RangeVerification verify() {
    List<RangeDescriptor> descriptors = RangeRecords.descriptors(reader);
    if (descriptors.isEmpty() && isUntouched()) {
      return new RangeVerification(0, total, problems);
    }
    observer.expecting(2 * recordedKeys(descriptors));
    verifyMap(descriptors);
    for (RangeDescriptor descriptor : descriptors) {
      guarded("statistics of range=" + descriptor, () -> verifyStatistics(descriptor));
    }
    guarded("versions", () -> new VersionVerifier(reader, this::add, observer).verify());
    return new RangeVerification(descriptors.size(), total, problems);
  }

  /** Returns whether this is a new store, in which the first range has not been created yet. */
  private boolean isUntouched() {
    return RangeRecords.statisticsIds(reader).isEmpty()
        && isEmpty(Space.ROWS)
        && isEmpty(Space.HISTORY);
  }

  private boolean isEmpty(Space space) {
    try (Cursor cursor = reader.cursor(space, CursorOptions.over(KeySpan.ALL))) {
      cursor.seekToFirst();
      cursor.checkStatus();
      return !cursor.valid();
    }
  }

  /**
   * Returns the number of keys according to the stored statistics; unreadable statistics are
   * reported elsewhere.
   */
  private long recordedKeys(List<RangeDescriptor> descriptors) {
    long keys = 0;
    for (RangeDescriptor descriptor : descriptors) {
      try {
        keys += keys(RangeRecords.statistics(reader, descriptor.id()));
      } catch (ColonnadeException e) {
        requireDamage(e);
      }
    }
    return keys;
  }

  private static long keys(RangeStatistics statistics) {
    return statistics.liveKeyValues() + statistics.tombstones() + statistics.historyVersions();
  }

  /**
   * Runs a part of the verification; an unreadable record in it is reported as a problem, and the
   * other parts continue.
   */
  private void guarded(String what, Runnable part) {
    try {
      part.run();
    } catch (ColonnadeException e) {
      requireDamage(e);
      add("verification incomplete: %s cause=%s".formatted(what, e.getMessage()));
    }
  }

  private static void requireDamage(ColonnadeException failure) {
    if (failure.code() != ErrorCode.STORE_CORRUPT) {
      throw failure;
    }
  }

  private void verifyMap(List<RangeDescriptor> descriptors) {
    List<Long> ids = descriptors.stream().map(RangeDescriptor::id).toList();
    List<Long> withStatistics = RangeRecords.statisticsIds(reader);
    if (!ids.equals(withStatistics)) {
      add(
          "descriptors and statistics differ in range ids descriptors=%s statistics=%s"
              .formatted(ids, withStatistics));
    }
    try {
      RangeMap.of(descriptors);
      long nextId = RangeRecords.nextId(reader);
      if (ids.getLast() >= nextId) {
        add("range id not below the next one id=%d nextId=%d".formatted(ids.getLast(), nextId));
      }
    } catch (ColonnadeException e) {
      add(String.valueOf(e.getMessage()));
    }
  }

  private void verifyStatistics(RangeDescriptor descriptor) {
    RangeStatistics counted = StatisticsCounter.of(reader, descriptor.span(), boundaries);
    total = total.plus(counted);
    observer.walked(keys(counted));
    RangeStatistics stored = RangeRecords.statistics(reader, descriptor.id());
    if (!stored.equals(counted) && !isIngesting(descriptor.span())) {
      add("statistics differ range=%s stored=%s counted=%s".formatted(descriptor, stored, counted));
    }
  }

  /** Returns whether files are being ingested that the statistics do not include yet. */
  private boolean isIngesting(KeySpan span) {
    return UnfinishedCommits.read(reader).stream()
        .anyMatch(
            chunk ->
                !chunk.isCounted()
                    && new KeySpan(chunk.first(), chunk.last().successor()).overlaps(span));
  }

  private void add(String problem) {
    if (problems.size() < RangeVerification.PROBLEMS_MAX) {
      problems.add(problem);
    }
  }
}
