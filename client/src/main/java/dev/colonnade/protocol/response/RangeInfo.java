package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;

/**
 * A range and what is in it.
 *
 * @param generation rises with every split and merge
 * @param start encoded key, inclusive; empty for the first of all
 * @param end encoded key, exclusive; empty for the last of all
 */
public record RangeInfo(long rangeId, long generation, Bytes start, Bytes end, Sizes sizes) {
  public RangeInfo {
    requireNonNull(start, "start is null");
    requireNonNull(end, "end is null");
    requireNonNull(sizes, "sizes is null");
  }

  /** Newest versions are live; superseded ones are history. */
  public record Sizes(long liveBytes, long liveRows, long historyBytes, long historyRows) {}
}
