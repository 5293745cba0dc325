package dev.colonnade.protocol;

import static java.util.Objects.requireNonNull;

/**
 * One figure of a report or trace, its unit last in its name: {@code decode_nanos}, {@code
 * rows_bytes}.
 */
public record NamedValue(String name, long value) {
  public NamedValue {
    requireNonNull(name, "name is null");
  }
}
