package dev.colonnade.protocol.request;

/**
 * Gives up the request whose stream id its frame carries. It has no answer of its own: the request
 * is answered by an error, or as if nothing had happened where it was done already.
 */
public record Cancel() implements Request {
  @Override
  public RequestType type() {
    return RequestType.CANCEL;
  }
}
