package dev.colonnade.protocol.scan;

import static java.util.Objects.requireNonNull;

/** Key span of an index between two bounds. */
public record SpanSpec(KeyBound start, KeyBound end) {
  /** The whole index. */
  public static final SpanSpec ALL = new SpanSpec(KeyBound.UNBOUNDED, KeyBound.UNBOUNDED);

  public SpanSpec {
    requireNonNull(start, "start is null");
    requireNonNull(end, "end is null");
  }
}
