package dev.colonnade.protocol.response;

import dev.colonnade.protocol.ResponseType;

/**
 * Response of a server. A response with a buffer owns one reference to it. Encoding a response
 * consumes that reference; the receiver of a decoded response releases it with {@link #release()}
 * exactly once.
 */
public sealed interface Response
    permits HelloOk,
        Challenge,
        Pong,
        Ok,
        ErrorResponse,
        TableResponse,
        WriteOk,
        GetRows,
        ScanResponse,
        RangeList,
        StatusReport,
        SequenceResponse,
        SqlResponse {

  ResponseType type();

  /** Releases the buffer of a response that has one. */
  default void release() {}
}
