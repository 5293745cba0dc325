package dev.colonnade.server.flight;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ServiceLoader;

/** Provider of the port of Arrow Flight SQL, found by {@link ServiceLoader}. */
public interface FlightPortProvider {
  /**
   * Opens the port, which is listening when this returns.
   *
   * @throws ColonnadeException PORT_UNAVAILABLE if the port is in use, or not allowed;
   *     INVALID_CONFIGURATION if the certificate or its key cannot be read
   */
  FlightPort open(FlightPortDependencies dependencies);

  /** Returns the provider on the class path; throws INVALID_CONFIGURATION if there is none. */
  static FlightPortProvider find() {
    return ServiceLoader.load(FlightPortProvider.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "flight.port is set, but Arrow Flight SQL is not installed: colonnade-flight"
                        + " and its libraries are not on the class path; set flight.port to -1 or"
                        + " add them"));
  }
}
