package dev.colonnade.protocol.request;

/**
 * A request of a client. Requests that hold a buffer own one reference to it: encoding a request
 * takes that reference over, and whoever received a decoded request gives it back with {@link
 * #release()} exactly once.
 */
public sealed interface Request
    permits Hello,
        Authenticate,
        Ping,
        Credit,
        Cancel,
        CreateTable,
        AlterTable,
        DropTable,
        DescribeTable,
        ListTables,
        Write,
        Get,
        Scan,
        Ranges,
        SplitAt,
        ServerStatus,
        SetServerSetting,
        SequenceRequest,
        SessionRequest,
        SqlRequest {

  RequestType type();

  /** Gives back the buffer of a request that holds one. */
  default void release() {}
}
