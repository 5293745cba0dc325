package dev.colonnade.sql.function;

import java.time.ZoneId;

/**
 * Context of the statement and session in which functions run. A function that needs it declares it
 * as its first parameter.
 */
public interface FunctionContext extends StatementService {
  /** Returns the start of the transaction in microseconds since 1970-01-01 00:00 UTC. */
  long startMicros();

  /** Returns the current time in microseconds since 1970-01-01 00:00 UTC. */
  long clockMicros();

  /** Returns the read timestamp (snapshot) of the statement, in the database's own unit. */
  long readTimestamp();

  /** Returns the session's time zone. */
  ZoneId timeZone();

  /** Returns the session number that clients use, as in cancel requests. */
  int sessionNumber();

  /**
   * Cancels the statement of a session; returns false, with a warning, if there is no session of
   * this number.
   */
  boolean cancelSession(int number);

  /** Ends a session; returns false, with a warning, if there is no session of this number. */
  boolean terminateSession(int number);

  /** Sends a warning to the client. */
  void warn(String message);

  /** Returns whether a session of this number is open. */
  boolean isOpen(int number);

  /** Returns the value of a setting; throws if there is none of this name. */
  String setting(String name);

  /** Returns a random number from 0, inclusive, to 1, exclusive. */
  double random();

  /** Waits; throws if the statement is canceled. */
  void sleep(double seconds);
}
