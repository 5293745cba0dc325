package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

/** Requests about the session, which is the connection that they come by. */
public sealed interface SessionRequest extends Request {

  /** Forgets; answered by {@code Ok}. */
  record Discard(DiscardTarget target) implements SessionRequest {
    public Discard {
      requireNonNull(target, "target is null");
    }

    @Override
    public RequestType type() {
      return RequestType.DISCARD;
    }
  }

  /**
   * Sets something for the rest of the session, or until it is discarded; answered by {@code Ok}.
   *
   * @param value as a text; empty for the server's own setting
   */
  record SetSetting(String name, String value) implements SessionRequest {
    public SetSetting {
      requireNonNull(name, "name is null");
      requireNonNull(value, "value is null");
    }

    @Override
    public RequestType type() {
      return RequestType.SET_SETTING;
    }
  }
}
