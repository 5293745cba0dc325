package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks everything in a store and compares: ranges without gap or overlap, statistics equal to what
 * is counted, versions of every key in order, a superseded version behind every tombstone. What
 * cannot be read is a problem like others: the walk goes on behind it.
 *
 * <p>What is compared was written in the same batches, so any snapshot of a store will do, also
 * while it is being written.
 */
public final class RangeVerifier {
  /** Most problems that are listed. */
  public static final int PROBLEMS_MAX = 100;

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

  /** Verifies what {@code reader}, which must not change meanwhile, holds. */
  public static RangeVerification verify(StoreReader reader, RowBoundaries boundaries) {
    return verify(reader, boundaries, VerificationObserver.NONE);
  }

  /** As {@link #verify(StoreReader, RowBoundaries)}, and says meanwhile how far it is. */
  public static RangeVerification verify(
      StoreReader reader, RowBoundaries boundaries, VerificationObserver observer) {
    return new RangeVerifier(reader, boundaries, observer).verify();
  }

  private RangeVerification verify() {
    List<RangeDescriptor> descriptors = RangeRecords.descriptors(reader);
    if (descriptors.isEmpty() && isUntouched()) {
      return new RangeVerification(0, total, problems);
    }
    observer.expecting(2 * keysKept(descriptors));
    verifyMap(descriptors);
    for (RangeDescriptor descriptor : descriptors) {
      guarded("statistics of range=" + descriptor, () -> verifyStatistics(descriptor));
    }
    guarded("versions", () -> new VersionVerifier(reader, this::add, observer).verify());
    return new RangeVerification(descriptors.size(), total, problems);
  }

  /** Whether this is a new store, in which the first range has not been made yet. */
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

  /** What the statistics say; those that cannot be read are told of elsewhere. */
  private long keysKept(List<RangeDescriptor> descriptors) {
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

  /** Does a part of the work; what cannot be read in it is a problem, and the rest goes on. */
  private void guarded(String what, Runnable part) {
    try {
      part.run();
    } catch (ColonnadeException e) {
      requireDamage(e);
      add("not verified to the end: %s cause=%s".formatted(what, e.getMessage()));
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
          "descriptors and statistics are not of the same ranges descriptors=%s statistics=%s"
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
    RangeStatistics counted = StatisticsCount.of(reader, descriptor.span(), boundaries);
    total = total.plus(counted);
    observer.walked(keys(counted));
    RangeStatistics kept = RangeRecords.statistics(reader, descriptor.id());
    if (!kept.equals(counted)) {
      add("statistics differ range=%s kept=%s counted=%s".formatted(descriptor, kept, counted));
    }
  }

  private void add(String problem) {
    if (problems.size() < PROBLEMS_MAX) {
      problems.add(problem);
    }
  }
}
