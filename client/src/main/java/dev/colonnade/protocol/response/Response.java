package dev.colonnade.protocol.response;

/**
 * A response of a server. Responses that hold a buffer own one reference to it: encoding a response
 * takes that reference over, and whoever received a decoded response gives it back with {@link
 * #release()} exactly once.
 */
public sealed interface Response
    permits HelloOk,
        Challenge,
        Pong,
        Ok,
        ErrorResponse,
        TableDescribed,
        TableList,
        WriteOk,
        Rows,
        ScanOpened,
        ScanPage,
        ScanEnd,
        RangeList,
        StatusReport,
        SequenceResponse,
        SqlResponse {

  ResponseType type();

  /** Gives back the buffer of a response that holds one. */
  default void release() {}
}
