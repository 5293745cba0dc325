package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

/** Asks for the description of a table; answered by {@code TableDescribed}. */
public record DescribeTable(String table) implements Request {
  public DescribeTable {
    requireNonNull(table, "table is null");
  }

  @Override
  public RequestType type() {
    return RequestType.DESCRIBE_TABLE;
  }
}
