package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;

/** Request that concerns the server as a whole. */
public sealed interface ServerRequest extends Request {

  /** Request for the status of the server. The response is {@code StatusReport}. */
  record Status() implements ServerRequest {
    @Override
    public RequestType type() {
      return RequestType.SERVER_STATUS;
    }
  }

  /**
   * Request to change a setting of the running server, for all its clients. The response is {@code
   * Ok}.
   *
   * @param table the table for which alone the setting applies, persistently; empty for the whole
   *     server, until it stops
   * @param name name in the configuration file: {@code split.concurrency}
   * @param value value in the format of the configuration file; empty to reset the table to the
   *     server's setting
   */
  record SetSetting(String table, String name, String value) implements ServerRequest {
    public SetSetting {
      requireNonNull(table, "table is null");
      requireNonNull(name, "name is null");
      requireNonNull(value, "value is null");
    }

    @Override
    public RequestType type() {
      return RequestType.SET_SERVER_SETTING;
    }
  }
}
