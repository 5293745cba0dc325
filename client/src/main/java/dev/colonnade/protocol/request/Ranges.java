package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

/**
 * Asks for the ranges of a table, or of all tables if the name is empty; answered by {@code
 * RangeList}.
 */
public record Ranges(String table) implements Request {
  public Ranges {
    requireNonNull(table, "table is null");
  }

  @Override
  public RequestType type() {
    return RequestType.RANGES;
  }
}
