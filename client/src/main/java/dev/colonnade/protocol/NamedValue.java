package dev.colonnade.protocol;

import static java.util.Objects.requireNonNull;

/**
 * Named measurement of a status report or trace. The unit is the last part of the name: {@code
 * decode_nanos}, {@code rows_bytes}.
 */
public record NamedValue(String name, long value) {
  public NamedValue {
    requireNonNull(name, "name is null");
  }
}
