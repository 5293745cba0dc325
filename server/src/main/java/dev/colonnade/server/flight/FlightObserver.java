package dev.colonnade.server.flight;

import dev.colonnade.server.net.observer.RequestOutcome;
import java.util.function.IntSupplier;

/** Observer of the port of Arrow Flight SQL, for metrics. Thread-safe. */
public interface FlightObserver {
  /** Method of Flight. */
  enum Method {
    HANDSHAKE,
    GET_FLIGHT_INFO,
    GET_SCHEMA,
    DO_GET,
    DO_PUT,
    DO_ACTION,
    /** Methods that clients of Flight SQL do not need. */
    OTHER
  }

  /** Sets the source of the current number of sessions. */
  void sessions(IntSupplier count);

  /** Notes that a call has begun. */
  void started();

  /**
   * Notes that a call has ended.
   *
   * @param nanos time from its headers to its status
   */
  void ended(Method method, RequestOutcome outcome, long nanos);

  /** Counts bytes read from sockets, without the framing of HTTP/2. */
  void received(long bytes);

  /** Counts bytes passed to sockets, without the framing of HTTP/2. */
  void sent(long bytes);

  /** Counts ingested rows. */
  void rowsReceived(long rows);

  /** Counts rows of results. */
  void rowsSent(long rows);
}
