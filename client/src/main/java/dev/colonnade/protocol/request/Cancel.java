package dev.colonnade.protocol.request;

import dev.colonnade.protocol.RequestType;

/**
 * Cancellation of the request whose stream id its frame contains. It has no response of its own:
 * the request ends with an error, or with its normal response if it was already complete.
 */
public record Cancel() implements Request {
  @Override
  public RequestType type() {
    return RequestType.CANCEL;
  }
}
