package dev.colonnade.range;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks everything in a store and compares: ranges without gap or overlap, statistics equal to what
 * is counted, versions of every key in order, a superseded version behind every tombstone.
 *
 * <p>What is compared was written in the same batches, so any snapshot of a store will do, also
 * while it is being written.
 */
public final class RangeVerifier {
  /** Most problems that are listed. */
  public static final int PROBLEMS_MAX = 100;

  private final StoreReader reader;
  private final RowBoundaries boundaries;
  private final List<String> problems = new ArrayList<>();
  private RangeStatistics total = RangeStatistics.EMPTY;

  private RangeVerifier(StoreReader reader, RowBoundaries boundaries) {
    this.reader = reader;
    this.boundaries = boundaries;
  }

  /** Verifies what {@code reader}, which must not change meanwhile, holds. */
  public static RangeVerification verify(StoreReader reader, RowBoundaries boundaries) {
    return new RangeVerifier(reader, boundaries).verify();
  }

  private RangeVerification verify() {
    List<RangeDescriptor> descriptors = RangeRecords.descriptors(reader);
    verifyMap(descriptors);
    for (RangeDescriptor descriptor : descriptors) {
      verifyStatistics(descriptor);
    }
    new VersionVerifier(reader, this::add).verify();
    return new RangeVerification(descriptors.size(), total, problems);
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
    try {
      RangeStatistics kept = RangeRecords.statistics(reader, descriptor.id());
      if (!kept.equals(counted)) {
        add("statistics differ range=%s kept=%s counted=%s".formatted(descriptor, kept, counted));
      }
    } catch (ColonnadeException e) {
      add(String.valueOf(e.getMessage()));
    }
  }

  private void add(String problem) {
    if (problems.size() < PROBLEMS_MAX) {
      problems.add(problem);
    }
  }
}
