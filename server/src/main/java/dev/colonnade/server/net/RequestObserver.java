package dev.colonnade.server.net;

import dev.colonnade.protocol.request.RequestType;

/**
 * Is told what requests do. Called on the path of every request, from any thread: implementations
 * neither wait nor allocate.
 */
public interface RequestObserver {
  /** Takes no notice. */
  RequestObserver NONE =
      new RequestObserver() {
        @Override
        public void started(RequestType type) {}

        @Override
        public void ended(RequestType type, RequestOutcome outcome, long nanos) {}

        @Override
        public void pageRead(RequestType type, long rows, long encodedBytes) {}

        @Override
        public void scanned(RequestType type, long scannedBytes, long cursorSteps) {}

        @Override
        public void written(long rows, long bytes) {}
      };

  /** A request has been read. Followed once by {@link #ended}. */
  void started(RequestType type);

  /** A request has been answered, or will not be: {@code nanos} after it started. */
  void ended(RequestType type, RequestOutcome outcome, long nanos);

  /**
   * A page of a scan, or the answer of a get, is on its way.
   *
   * @param rows in it
   * @param encodedBytes of the rows as sent, before compression
   */
  void pageRead(RequestType type, long rows, long encodedBytes);

  /**
   * What reading a page took.
   *
   * @param scannedBytes of keys and values that were come by
   * @param cursorSteps KVs that were come by
   */
  void scanned(RequestType type, long scannedBytes, long cursorSteps);

  /**
   * A write is durable as asked.
   *
   * @param rows inserted, updated and deleted
   * @param bytes of its mutations as received
   */
  void written(long rows, long bytes);
}
