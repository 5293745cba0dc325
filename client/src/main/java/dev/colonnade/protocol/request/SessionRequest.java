package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.session.DiscardTarget;

/** Request that concerns the session, which is the connection that carries it. */
public sealed interface SessionRequest extends Request {

  /** Request to discard session state. The response is {@code Ok}. */
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
   * Request to change a setting for the rest of the session, or until the session state is
   * discarded. The response is {@code Ok}.
   *
   * @param value as a text; empty for the server's setting
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
