package dev.colonnade.flight;

import dev.colonnade.server.flight.FlightPort;
import dev.colonnade.server.flight.FlightPortDependencies;
import dev.colonnade.server.flight.FlightPortProvider;

/** Provider of the port, which the server finds by {@link java.util.ServiceLoader}. */
public final class FlightSqlPortProvider implements FlightPortProvider {
  /** Called by {@link java.util.ServiceLoader}. */
  public FlightSqlPortProvider() {}

  @Override
  public FlightPort open(FlightPortDependencies dependencies) {
    return new FlightSqlPort(dependencies);
  }
}
