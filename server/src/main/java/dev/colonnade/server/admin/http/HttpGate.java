package dev.colonnade.server.admin.http;

/** Gate of an HTTP port, which decides what the sender of a request may see. */
public interface HttpGate {
  /** Gate that lets every client see everything. */
  HttpGate OPEN =
      new HttpGate() {
        @Override
        public long delayNanos(HttpOrigin origin) {
          return 0;
        }

        @Override
        public boolean maySeeDetails(HttpOrigin origin) {
          return true;
        }

        @Override
        public String user(HttpOrigin origin) {
          return "postgres";
        }
      };

  /**
   * Returns the time to wait before the request is processed, in nanoseconds. Called by the event
   * loop; never blocks.
   *
   * @throws dev.colonnade.error.ColonnadeException INVALID_PASSWORD if the request is refused
   */
  long delayNanos(HttpOrigin origin);

  /**
   * Returns whether the client may see more than the pages for everybody. May compute for
   * milliseconds.
   *
   * @throws dev.colonnade.error.ColonnadeException INVALID_PASSWORD if its credentials are wrong,
   *     INVALID_AUTHORIZATION if they are not accepted
   */
  boolean maySeeDetails(HttpOrigin origin);

  /** Returns the user of a client for whom {@link #maySeeDetails} has returned true. */
  String user(HttpOrigin origin);
}
