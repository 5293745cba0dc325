package dev.colonnade.scan.segment;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Segments on disk and what their writer needs; the segments belong to the column cache that is
 * created with it.
 *
 * @param mayWrite whether there is space on the disk
 * @param soon runs what cannot wait for the schedule: writes of blocks that the cache has no space
 *     for
 */
public record SegmentDisk(
    SegmentStore segments, NanoTicker ticker, BooleanSupplier mayWrite, Executor soon) {
  public SegmentDisk {
    requireNonNull(segments, "segments is null");
    requireNonNull(ticker, "ticker is null");
    requireNonNull(mayWrite, "mayWrite is null");
    requireNonNull(soon, "soon is null");
  }
}
