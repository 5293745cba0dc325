package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;

/**
 * Range and its statistics.
 *
 * @param generation number that every split and merge increments
 * @param start encoded key, inclusive; empty for the first range
 * @param end encoded key, exclusive; empty for the last range
 */
public record RangeInfo(long rangeId, long generation, Bytes start, Bytes end, Sizes sizes) {
  public RangeInfo {
    requireNonNull(start, "start is null");
    requireNonNull(end, "end is null");
    requireNonNull(sizes, "sizes is null");
  }

  /** Size of a range. Newest versions are live; superseded versions are history. */
  public record Sizes(long liveBytes, long liveRows, long historyBytes, long historyRows) {}
}
