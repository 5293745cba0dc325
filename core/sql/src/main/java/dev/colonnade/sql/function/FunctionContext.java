package dev.colonnade.sql.function;

import java.time.ZoneId;

/**
 * What functions ask of the statement and the session that they run in. A function that wants it
 * takes it as its first parameter.
 */
public interface FunctionContext extends StatementService {
  /** When the transaction began, in microseconds since 1970-01-01 00:00 UTC. */
  long startMicros();

  /** What the time is, in microseconds since 1970-01-01 00:00 UTC. */
  long clockMicros();

  /** The timestamp that the statement reads at, as the database makes them. */
  long readTimestamp();

  /** The zone that times without one are meant in. */
  ZoneId timeZone();

  /** What clients call the session by. */
  int sessionNumber();

  /** The value of a setting; fails if there is none of this name. */
  String setting(String name);

  /** A number from 0, inclusive, to 1, exclusive. */
  double random();

  /** Waits, or ends with the statement. */
  void sleep(double seconds);
}
