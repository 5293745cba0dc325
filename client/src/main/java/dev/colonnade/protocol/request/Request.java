package dev.colonnade.protocol.request;

import dev.colonnade.protocol.RequestType;

/**
 * Request of a client. A request with a buffer owns one reference to it. Encoding a request
 * consumes that reference; the receiver of a decoded request releases it with {@link #release()}
 * exactly once.
 */
public sealed interface Request
    permits Hello,
        Authenticate,
        Ping,
        Credit,
        Cancel,
        TableRequest,
        Write,
        Get,
        Scan,
        RangeRequest,
        ServerRequest,
        SequenceRequest,
        SessionRequest,
        SqlRequest {

  RequestType type();

  /** Releases the buffer of a request that has one. */
  default void release() {}
}
