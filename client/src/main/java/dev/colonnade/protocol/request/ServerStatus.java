package dev.colonnade.protocol.request;

/** Asks how the server is; answered by {@code StatusReport}. */
public record ServerStatus() implements Request {
  @Override
  public RequestType type() {
    return RequestType.SERVER_STATUS;
  }
}
