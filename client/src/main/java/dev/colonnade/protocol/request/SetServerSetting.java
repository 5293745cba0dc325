package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

/**
 * Changes a setting of the running server, for all its clients; answered by {@code Ok}.
 *
 * @param table for which it holds alone and for good; empty for the server, until it stops
 * @param name as the configuration file has it: {@code split.concurrency}
 * @param value as it could stand there; empty for the table to be as the server is
 */
public record SetServerSetting(String table, String name, String value) implements Request {
  public SetServerSetting {
    requireNonNull(table, "table is null");
    requireNonNull(name, "name is null");
    requireNonNull(value, "value is null");
  }

  @Override
  public RequestType type() {
    return RequestType.SET_SERVER_SETTING;
  }
}
