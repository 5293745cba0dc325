package dev.colonnade.server.net.observer;

import dev.colonnade.protocol.RequestType;

/**
 * Observer of requests and of their work. Called on the path of every request, from any thread:
 * implementations neither block nor allocate.
 */
public interface RequestObserver {
  /** Observer that does nothing. */
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

  /** A request was read. Followed once by {@link #ended}. */
  void started(RequestType type);

  /** A request ended, with or without a response, {@code nanos} nanoseconds after it started. */
  void ended(RequestType type, RequestOutcome outcome, long nanos);

  /**
   * A page of a scan, or the response to a get, was passed to the connection.
   *
   * @param rows number of rows in it
   * @param encodedBytes bytes of the rows as sent, before compression
   */
  void pageRead(RequestType type, long rows, long encodedBytes);

  /**
   * Reports the work of reading a page.
   *
   * @param scannedBytes bytes of keys and values that the cursor read
   * @param cursorSteps number of key-values that the cursor stepped over
   */
  void scanned(RequestType type, long scannedBytes, long cursorSteps);

  /**
   * A write reached the requested durability.
   *
   * @param rows number of rows inserted, updated and deleted
   * @param bytes bytes of its mutations as received
   */
  void written(long rows, long bytes);
}
